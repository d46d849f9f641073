import type { Page } from '@playwright/test'
import { refusingOthers, withShop } from './configured-shop.ts'
import { test as base } from './test.ts'
import { TrackingServer } from './tracking-server.ts'

export const tag = 'G-SHOP12345'
export const pixel = '1002003004'

/** A test against a shop with a Google tag and a Meta pixel, whose scripts come from `tracking`. Nothing else is reached. */
export const test = base.extend<
  { tracking: TrackingServer; refuseOthers: void },
  { trackers: TrackingServer; pageConfig: Record<string, unknown> }
>({
  // TRACKING stands for the address of the tracking server.
  pageConfig: [
    {
      analyticsTag: tag,
      metaPixel: pixel,
      eventTags: true,
      analyticsScript: 'TRACKING/gtag.js',
      pixelScript: 'TRACKING/fbevents.js',
    },
    { option: true, scope: 'worker' },
  ],

  trackers: [
    async ({}, use) => {
      const server = new TrackingServer()
      await server.start()
      await use(server)
      server.stop()
    },
    { scope: 'worker' },
  ],

  shop: [
    ({ trackers, pageConfig }, use, { workerIndex }) =>
      withShop(JSON.stringify(pageConfig).replaceAll('TRACKING', trackers.url), workerIndex, use),
    { scope: 'worker' },
  ],

  // Also before tests that do not ask it, whose page loads what it serves.
  tracking: [
    async ({ trackers }, use) => {
      trackers.reset()
      await use(trackers)
    },
    { auto: true },
  ],

  refuseOthers: [
    ({ context, shop, trackers }, use) => refusingOthers(context, [shop.url, trackers.url], use),
    { auto: true },
  ],
})

export const banner = (page: Page) => page.getByRole('region', { name: 'May we count your visit?' })

export { expect, expectLogged, step } from './test.ts'
export { consent } from './configured-shop.ts'
