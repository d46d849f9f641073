import { expect, it, vi } from 'vitest'

import { hasCardForPhone, looksLikeCard, withoutCards } from './card-numbers.ts'

it.each([
  '4242424242424242',
  'Ada 4242 4242 4242 4242',
  '4242-4242-4242-4242 thanks',
  '4242.4242.4242.4242',
  '4242 4242\u00a04242–4242',
  'card4242424242424242',
  '4242 4242 4242 4242 12/30 123',
  '3 tickets, 4242 4242 4242 4242',
  '378282246310005',
  '3782 822463 10005',
  '5555555555554444',
  '2223003122003222',
  '6011111111111117',
  '6304000000000000000',
  '4222222222222',
  '４２４２４２４２４２４２４２４２',
  '𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐',
  '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
  '۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲',
  '४२४२४२४२४२४२४२४२',
  '๔๒๔๒-๔๒๔๒-๔๒๔๒-๔๒๔๒',
  '𞥔𞥒𞥔𞥒𞥔𞥒𞥔𞥒𞥔𞥒𞥔𞥒𞥔𞥒𞥔𞥒',
  '᪔᪒᪔᪒᪔᪒᪔᪒᪔᪒᪔᪒᪔᪒᪔᪒',
])('finds the card number in %j [S33]', (text) => expect(looksLikeCard(text)).toBe(true))

it.each([
  'Ada Lovelace',
  '4242 4242 4242 4241',
  '+44 20 7946 0000',
  '+49 1511 12345676',
  '0049 1511 1234567',
  '020 7946 0018 or 020 7946 0026',
  '07700 900123, 07700 900456',
  'Order 7K3Q9XWD',
  'ref 1234567890123',
  'Flat 4, 242 High Street, YO22 4DB',
  '424242424242',
  '12/12/2026 19:30 to 13/12/2026 01:00',
  'GB82 WEST 1234 5698 7654 32',
  '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤١',
])('takes %j for no card number [S33]', (text) => expect(looksLikeCard(text)).toBe(false))

it('takes no number for a card number that a phone can have, in the field of a phone number [S33]', () => {
  for (const phone of ['49 1511 12345676', '378282246310005', '+44 7700 900123'])
    expect(hasCardForPhone(phone)).toBe(false)
  expect(looksLikeCard('378282246310005')).toBe(true)
  expect(hasCardForPhone('4242 4242 4242 4242')).toBe(true)
})

it('removes a card number in the digits of any script from a text [S33]', () => {
  expect(withoutCards('بطاقتي ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ رُفضت')).toBe('بطاقتي [card number removed] رُفضت')
})

it('removes card numbers and nothing else from a text [S33]', () => {
  expect(withoutCards('My card 4242 4242 4242 4242 was declined, call +44 20 7946 0000')).toBe(
    'My card [card number removed] was declined, call +44 20 7946 0000',
  )
})

it('looks at each place of a long row of single digits as often as a card has digits, and no more [S33, S44]', () => {
  const looks = vi.spyOn(String.prototype, 'normalize')
  looksLikeCard('4 '.repeat(500))
  expect(looks.mock.calls.length).toBeLessThan(10_000)
  looks.mockRestore()
})
