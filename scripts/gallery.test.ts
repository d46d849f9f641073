import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { approved, galleryIn, listOf, pixelHash, sorted } from '#e2e/gallery/gallery.ts'
import { screenName } from '#e2e/gallery/screens.ts'
import { comparisonOf } from '#e2e/gallery/sheet.ts'
import { wantedScreens } from '#e2e/gallery/wanted.ts'
import type { TestPath, TestStep } from '#machines/paths/test-path.ts'

const step = (state: string, ...messages: string[]) =>
  ({ chart: 'payment', state, messages }) as unknown as TestStep
const path = (id: string, ...steps: TestStep[]) => ({ id, steps }) as TestPath

it('takes a picture of each state once as it is, and once with each message', () => {
  const wanted = wantedScreens([
    path('P-1', step('choosing'), step('paying'), step('choosing', 'Your card was declined.')),
    path('P-2', step('paying'), step('choosing', 'Try again'), step('choosing', 'Your card was declined.')),
  ])
  expect([...wanted].map(([id, pictures]) => [id, [...pictures]])).toEqual([
    [
      'P-1',
      [
        [0, 'payment/choosing/normal'],
        [1, 'payment/paying/normal'],
        [2, 'payment/choosing/your-card-was-declined'],
      ],
    ],
    ['P-2', [[1, 'payment/choosing/try-again']]],
  ])
})

it('takes the picture of a state where no trouble has come before it, if there is such a path', () => {
  const wanted = wantedScreens([
    path('P-1', step('paying', 'Unable to pay'), step('failed')),
    path('P-2', step('paying'), step('failed')),
  ])
  expect(wanted.get('P-1')?.has(1)).toBe(false)
  expect(wanted.get('P-2')?.get(1)).toBe('payment/failed/normal')
})

describe('a gallery', () => {
  const before = new Map([
    ['payment/choosing/normal/phone-light', 'a'],
    ['payment/paying/normal/phone-light', 'b'],
    ['payment/gone/normal/phone-light', 'c'],
    ['account/asking/normal/phone-light', 'd'],
  ])
  const now = new Map([
    ['payment/choosing/normal/phone-light', 'a'],
    ['payment/paying/normal/phone-light', 'x'],
    ['payment/paid/normal/phone-light', 'y'],
  ])

  it('is sorted into changed, new, gone and same, for the charts that were pictured', () => {
    expect(sorted(before, now)).toEqual({
      changed: ['payment/paying/normal/phone-light'],
      added: ['payment/paid/normal/phone-light'],
      gone: ['payment/gone/normal/phone-light'],
      same: ['payment/choosing/normal/phone-light'],
    })
  })

  it('is approved chart by chart', () => {
    expect([...approved(before, now).values()].sort()).toEqual(['a', 'd', 'x', 'y'])
  })

  it('is kept as a list in one order', () => {
    const list = listOf(new Map([...before].reverse()))
    expect(list).toBe(listOf(before))
    expect(galleryIn(list)).toEqual(before)
  })

  it('is compared side by side, as far as the earlier pictures are kept', () => {
    const page = comparisonOf(before, now, 'v1', (hash) => hash === 'b')
    expect(page).toMatch(/1 changed[^]*pictures\/b\.png[^]*pictures\/x\.png[^]*1 new[^]*pictures\/y\.png/)
    expect(page).toMatch(/1 gone[^]*The earlier picture is not kept here/)
    expect(page).toContain('1 the same')
  })
})

it('gives the page of the charts the screen of each state as it usually is, on a phone in light', () => {
  expect(
    [
      'payment/settled.choosing/normal/phone-light',
      'payment/settled.choosing/normal/phone-dark',
      'payment/settled.choosing/normal/desktop-light',
      'payment/settled.choosing/your-card-was-declined/phone-light',
    ].map(screenName),
  ).toEqual(['payment.settled.choosing', null, null, null])
})

describe('the hash of a picture', () => {
  /** A PNG of one row of grey pixels. */
  function png(row: number[], level: number, comment = '') {
    const header = Buffer.from([0, 0, 0, row.length, 0, 0, 0, 1, 8, 0, 0, 0, 0])
    const chunk = (type: string, data: Buffer) => {
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32BE(data.length)
      sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])))
      return Buffer.concat([length, Buffer.from(type), data, sum])
    }
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('tEXt', Buffer.from(comment)),
      chunk('IDAT', deflateSync(Buffer.from([0, ...row]), { level })),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }

  it('is that of its pixels and size, not of its file', () => {
    const hash = pixelHash(png([1, 2, 3, 4], 0))
    expect(pixelHash(png([1, 2, 3, 4], 9, 'made today'))).toBe(hash)
    expect(pixelHash(png([1, 2, 3, 5], 0))).not.toBe(hash)
  })
})
