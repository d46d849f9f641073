import { expect, it } from 'vitest'
import { isSupportedBrowser } from './browsers.ts'

it.each(['', 'Mozilla/5.0 (iPhone) FBAN/FBIOS;FBAV/400.0', 'Mozilla/5.0 Chrome/156.0'])(
  'supports every browser for now: "%s" [RESV-10, OPEN-67] [F15]',
  (userAgent) => {
    expect(isSupportedBrowser(userAgent)).toBe(true)
  },
)
