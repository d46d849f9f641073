import { afterEach, expect, test, vi } from 'vitest'
import { notify } from '#src/ui/notify.ts'
import { copyLink, shareLink } from './share-waiver.ts'

vi.mock('#src/ui/notify.ts', () => ({ notify: vi.fn() }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const link = 'https://shop.example/activity-terms-and-conditions/S1/'

/** Fakes a browser that can copy and, with `share`, share. */
function browser({ share, copies = true }: { share?: () => Promise<void>; copies?: boolean } = {}) {
  const writeText = vi.fn(() => (copies ? Promise.resolve() : Promise.reject(new Error('denied'))))
  vi.stubGlobal('navigator', { clipboard: { writeText }, ...(share && { share }) })
  return { writeText }
}

test('copies the link and confirms it [WAIV-07]', async () => {
  const { writeText } = browser()
  await copyLink(link)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(link)
  expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'Link copied')
})

test.each([
  ['copied', copyLink],
  ['shared', shareLink],
])('confirms nothing if the browser does not let the link be %s', async (_, act) => {
  browser({ copies: false })
  expect(await act(link)).toBe(false)
  expect(notify).not.toHaveBeenCalled()
})

test("opens the browser's share dialog with the link [WAIV-05, OPEN-86]", async () => {
  const share = vi.fn(() => Promise.resolve())
  const { writeText } = browser({ share })
  await shareLink(link)
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Activity Terms and Conditions', url: link })
  expect(writeText).not.toHaveBeenCalled()
})

test('copies the link if the browser cannot share [OPEN-86]', async () => {
  const { writeText } = browser()
  await shareLink(link)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(link)
})

test.each([
  ['copies nothing when the buyer closes the share dialog', new DOMException('closed', 'AbortError'), 0],
  ['copies the link when the browser denies sharing', new DOMException('refused', 'NotAllowedError'), 1],
  ['copies the link when sharing fails', new Error('AbortError'), 1],
])('%s [OPEN-86]', async (_, error, copies) => {
  const { writeText } = browser({ share: () => Promise.reject(error) })
  expect(await shareLink(link)).toBe(true)
  expect(writeText).toHaveBeenCalledTimes(copies)
})
