import { expect, test, vi } from 'vitest'
import { parseConfig } from './config.ts'

test('has defaults with which the checkout works [OPEN-85, OPEN-95]', () => {
  for (const nothing of ['', '{}', '[]', 'null', '"text"', '{broken']) {
    expect(parseConfig(nothing)).toMatchObject({
      productName: 'Foyer',
      newsletterName: 'the Foyer newsletter',
      bankTransferProvider: 'TrueLayer',
      ticketService: 'Bitticket',
      captchaScript: '',
      baseScript: '',
      siteScripts: [],
      consentCookie: 'analytics_consent',
      analyticsTag: '',
      errorReportingDsn: '',
      reportsUserEmail: true,
      redirectHosts: [],
      questionIntrosByEvent: {},
      isSandbox: false,
    })
  }
})

test('takes what the shop sets and names the newsletter after the product [OPEN-81, OPEN-85, OPEN-95]', () => {
  const given = {
    productName: ' Balcony ',
    bankTransferProvider: 'Acme Bank',
    redirectHosts: ['bank.example', ' pay.example '],
    siteScripts: ['/site.js', '/form.js'],
    reportsUserEmail: false,
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

test('keeps the default for a value of the wrong type and drops unknown ones', () => {
  const given = {
    productName: 7,
    consentCookie: null,
    redirectHosts: 'bank.example',
    siteScripts: ['/site.js', 3, null, ''],
    questionIntrosByEvent: { 7: 'Hello', 8: 9, 9: ' ' },
    reportsUserEmail: 'no',
    isSandbox: 1,
    unknown: true,
  }
  expect(parseConfig(JSON.stringify(given))).toEqual({
    ...parseConfig(''),
    siteScripts: ['/site.js'],
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
