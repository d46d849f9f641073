import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'

import type { Arrangement } from '#sandbox/arrange.ts'
import { observe, type Request, type Seen } from './observe.ts'
import { screen, type Profile } from './profiles.ts'
import { Wire } from './wire.ts'

/** How long nothing may be under way until a page has come to rest, in milliseconds. */
const rest = 1_500

/** Somebody with a phone who looks at one page, with nothing in the browser's cache. */
export interface Visitor {
  page: Page
  session: CDPSession
  wire: Wire
}

/** Opens a browser window on a phone for a visit, and closes it. */
export async function visit<Result>(
  browser: Browser,
  profile: Profile,
  measure: (visitor: Visitor) => Promise<Result>,
  { isPressing = false, isMonitored = false, isSaving = false, url = '' } = {},
): Promise<Result> {
  const context = await browser.newContext(screen)
  try {
    if (isMonitored) await context.addCookies([{ name: 'analytics_consent', value: '1', url }])
    const page = await context.newPage()
    await page.addInitScript(observe, isPressing)
    if (isSaving)
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
    const session = await context.newCDPSession(page)
    const wire = new Wire(session)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: profile.latency,
      downloadThroughput: (profile.download * 1024) / 8,
      uploadThroughput: (profile.upload * 1024) / 8,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: profile.slowDown })
    return await measure({ page, session, wire })
  } finally {
    await context.close()
  }
}

/** Puts a basket in place for the visitor. */
export async function arrange({ page }: Visitor, url: string, arrangement: Arrangement): Promise<void> {
  const reply = await page.request.post(`${url}/sandbox/arrange`, { data: arrangement })
  if (!reply.ok()) throw new Error(`The basket was not arranged: ${await reply.text()}`)
}

/** Waits until the page has loaded, and what it fetches ahead of time too. */
export async function settle({ page, wire }: Visitor): Promise<void> {
  await page.waitForLoadState('load')
  for (let quietFor = 0; quietFor < rest; quietFor += 100) {
    await wait(100)
    if (!wire.isQuiet) quietFor = 0
  }
}

export const readSeen = ({ page }: Visitor): Promise<Seen> => page.evaluate(() => window.seen)

/** Reads the requests of the page so far; those that failed or have not ended are missing. */
export const readRequests = ({ page }: Visitor): Promise<Request[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime, duration }) => ({
      path: new URL(name).pathname,
      begunAt: startTime,
      endedAt: startTime + duration,
    })),
  )
