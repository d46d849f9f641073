import { expect, test, vi } from 'vitest'
import { parseConfig } from './config.ts'

test('falls back to the defaults without valid settings [OPEN-85, OPEN-95]', () => {
  for (const nothing of ['', '{}', '[]', 'null', '"text"', '{broken']) {
    expect(parseConfig(nothing)).toMatchObject({
      productName: 'Foyer',
      newsletterName: 'the Foyer newsletter',
      ticketService: 'Bitticket',
      captchaScript: '',
      redirectHosts: [],
      questionIntrosByEvent: {},
      isSandbox: false,
    })
  }
})

test("uses the shop's settings, and names the newsletter after the product [OPEN-81, OPEN-85, OPEN-95]", () => {
  const given = {
    productName: ' Balcony ',
    redirectHosts: ['bank.example', ' pay.example '],
    questionIntrosByEvent: { 7: 'Please spell names as in the passport.' },
    isSandbox: true,
  }
  expect(parseConfig(JSON.stringify(given))).toMatchObject({
    ...given,
    productName: 'Balcony',
    newsletterName: 'the Balcony newsletter',
    redirectHosts: ['bank.example', 'pay.example'],
  })
})

test('uses the default for a value of the wrong type, and ignores unknown settings', () => {
  const given = {
    productName: 7,
    redirectHosts: 'bank.example',
    questionIntrosByEvent: { 7: 'Hello', 8: 9, 9: ' ' },
    isSandbox: 1,
    unknown: true,
  }
  expect(parseConfig(JSON.stringify(given))).toEqual({
    ...parseConfig(''),
    questionIntrosByEvent: { 7: 'Hello' },
  })
})

test('reads the configuration of the page from its script element', async () => {
  const getElementById = vi.fn(() => ({ textContent: '{"productName":"Stalls"}' }))
  vi.stubGlobal('document', { getElementById })
  vi.resetModules()
  const { config } = await import('./config.ts')
  expect(config.productName).toBe('Stalls')
  expect(getElementById).toHaveBeenCalledExactlyOnceWith('config')
  vi.unstubAllGlobals()
})
