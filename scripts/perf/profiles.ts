/** A phone on a network, as the browser imitates it. */
export interface Profile {
  /** What each request waits for, in milliseconds. */
  latency: number
  /** Kilobits per second. */
  download: number
  upload: number
  /** How many times slower than this machine its processor is. */
  slowDown: number
}

/** Lighthouse's settings for a phone, as it really applies them (`--throttling-method=devtools`). */
export const phone: Profile = { latency: 562.5, download: 1474.56, upload: 675, slowDown: 4 }

export const slowNetwork: Profile = { latency: 400, download: 400, upload: 400, slowDown: 4 }

/** This machine, without a network to wait for. */
export const desk: Profile = { latency: 0, download: 1_000_000, upload: 1_000_000, slowDown: 1 }

/** The screen that Lighthouse's phone has. */
export const screen = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'Europe/London',
}
