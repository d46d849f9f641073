import { describe, expect, test } from 'vitest'
import { giftAidSchema } from './gift-aid-schema.ts'

const confirmed = { choice: 'yes', taxpayer: 'on', ownMoney: 'on', notGambling: 'on', residence: 'uk' }

function declare(amount: number, values: Record<string, string>) {
  const result = giftAidSchema(amount).safeParse(values)
  return result.success ? result.data : result.error.issues.map(({ path }) => path.join('.'))
}

test('accepts a declaration with all three confirmations [GIFT-03..05]', () => {
  expect(declare(19_99, { ...confirmed, subscribe: 'on' })).toEqual({
    is_gift_aid: true,
    subscribe: true,
    uk_based: true,
    address1: '',
    postcode: '',
  })
})

test.each(['taxpayer', 'ownMoney', 'notGambling'] as const)(
  'rejects a declaration without %s [GIFT-03..06]',
  (missing) => {
    const others = Object.entries(confirmed).filter(([field]) => field !== missing)
    expect(declare(19_99, Object.fromEntries(others))).toEqual([missing])
  },
)

test('lists all missing answers at once [GIFT-06, GIFT-12]', () => {
  expect(declare(20_00, { choice: 'yes', residence: 'uk' })).toEqual([
    'taxpayer',
    'ownMoney',
    'notGambling',
    'address1',
    'postcode',
  ])
})

test('declines without confirmations, and sends no typed address [GIFT-15]', () => {
  const typed = {
    choice: 'no',
    taxpayer: 'on',
    residence: 'uk',
    address1: '1 High Street',
    postcode: 'A1 1AA',
  }
  expect(declare(50_00, typed)).toEqual({
    is_gift_aid: false,
    subscribe: false,
    uk_based: false,
    address1: '',
    postcode: '',
  })
})

test('requires a choice', () => {
  expect(declare(20_00, {})).toEqual(['choice'])
})

describe('the address', () => {
  const overseas = { ...confirmed, residence: 'overseas' }

  test('is required from a donation of £20 [GIFT-10, GIFT-11]', () => {
    expect(declare(19_99, confirmed)).toMatchObject({ is_gift_aid: true })
    expect(declare(20_00, confirmed)).toEqual(['address1', 'postcode'])
  })

  test('is the first line and the postcode in the UK [GIFT-12]', () => {
    expect(declare(20_00, { ...confirmed, address1: '1 High Street' })).toEqual(['postcode'])
    expect(declare(20_00, { ...confirmed, address1: ' ', postcode: 'A1 1AA' })).toEqual(['address1'])
    expect(declare(20_00, { ...confirmed, address1: ' 1 High Street ', postcode: 'A1 1AA' })).toMatchObject({
      uk_based: true,
      address1: '1 High Street',
      postcode: 'A1 1AA',
    })
  })

  test('is only the first line overseas [GIFT-13]', () => {
    expect(declare(20_00, overseas)).toEqual(['address1'])
    expect(declare(20_00, { ...overseas, address1: '1 Rue Haute', postcode: 'A1 1AA' })).toMatchObject({
      uk_based: false,
      address1: '1 Rue Haute',
      postcode: '',
    })
  })
})
