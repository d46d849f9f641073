import { expect, it } from 'vitest'
import { keepPostcodes } from './postcode.ts'

it.each([
  ['2 Lock Cottages, London, NW1 8EH', '2 Lock Cottages, London, NW1\u00a08EH'],
  ['1 Quay, Whitby, YO21 1DN, by the bridge', '1 Quay, Whitby, YO21\u00a01DN, by the bridge'],
  ['EC1A 1BB and M1 1AE', 'EC1A\u00a01BB and M1\u00a01AE'],
  ['Gate A1 23 Main Street', 'Gate A1 23 Main Street'],
  ['75001 Paris', '75001 Paris'],
  ['', ''],
])('keeps the postcode of %j on one line', (address, kept) => expect(keepPostcodes(address)).toBe(kept))
