/** How each screen is looked at: its width in CSS pixels, and its text in percent of the usual size. */
export interface Viewed {
  width: number
  dark?: true
  /** The system's colours replace those of the page, as in Windows' contrast themes. */
  isForced?: true
  text: number
  /** Lines, letters and words stand as far apart as WCAG 1.4.12 wants pages to bear. */
  isSpaced?: true
  /** `axe`: all rules of WCAG 2.0 to 2.2, A and AA; `fit`: no sideways scroll; `room`: besides, no two texts meet; `marks`: fields, and what is chosen or disabled, can be told. */
  checks: 'axe' | 'contrast' | 'marks' | 'fit' | 'room'
}

/** The views, in the order in which they are taken. Dark changes nothing but colours, so only contrast is asked there. */
export const views = {
  'phone, 390 px': { width: 390, text: 100, checks: 'axe' },
  'desktop, 1280 px': { width: 1280, text: 100, checks: 'axe' },
  'phone, dark': { width: 390, dark: true, text: 100, checks: 'contrast' },
  'phone, forced colours': { width: 390, isForced: true, text: 100, checks: 'marks' },
  '320 px wide': { width: 320, text: 100, checks: 'fit' },
  'phone, texts spaced': { width: 390, text: 100, isSpaced: true, checks: 'room' },
  'phone, text of 200 %': { width: 390, text: 200, checks: 'room' },
  'desktop, text of 200 %': { width: 1280, text: 200, checks: 'room' },
} as const satisfies Record<string, Viewed>

export type View = keyof typeof views
