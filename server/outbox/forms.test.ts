import { Window } from 'happy-dom'
import { expect, it } from 'vitest'

import type { Content } from './content.ts'
import { htmlForm } from './html-form.ts'
import { textForm } from './text-form.ts'

const origin = 'https://shop.test'

const content: Content = [
  'Thank you, Ada.',
  { label: 'Your one-time code is', code: '123456' },
  { heading: 'Your order' },
  {
    amounts: [
      { text: '2 × Adult', note: 'Lantern Evening', amount: '£40.00' },
      { text: 'Total', amount: '£40.00', isTotal: true },
    ],
  },
  { facts: [{ name: 'Reference', value: 'ABC' }] },
  { button: 'Open your ticket wallet', href: '/account/wallet/' },
  {
    links: [
      { text: 'Directions', href: 'https://maps.example/?a=1&b=2' },
      { text: 'Terms of sale', href: '/terms/' },
    ],
  },
  { note: 'Small print' },
]

/** Opens the HTML of a mail and reads its words and links. */
async function open(blocks: Content, subject = 'Your order is complete') {
  const html = await htmlForm(subject, blocks, origin)
  const window = new Window()
  window.document.write(html)
  const { document } = window
  for (const element of document.querySelectorAll('p, a, br')) element.after(' ')
  const links = [...document.querySelectorAll('a')].map(({ textContent, href }) => [textContent.trim(), href])
  return { html, document, links, words: document.body.textContent.replace(/\s+/g, ' ') }
}

it('writes each part of a mail as text', () => {
  expect(textForm(content, origin)).toBe(
    [
      'Thank you, Ada.',
      'Your one-time code is 123456',
      'YOUR ORDER',
      '2 × Adult, Lantern Evening: £40.00\nTotal: £40.00',
      'Reference: ABC',
      'Open your ticket wallet: https://shop.test/account/wallet/',
      'Directions: https://maps.example/?a=1&b=2\nTerms of sale: https://shop.test/terms/',
      'Small print',
    ].join('\n\n'),
  )
})

it('shows each part of a mail in HTML, under its subject', async () => {
  const { document, words, links } = await open(content)
  expect(document.querySelector('h1')?.textContent.trim()).toBe('Your order is complete')
  expect(document.querySelector('h2')?.textContent.trim()).toBe('Your order')
  expect(words).toContain('Your one-time code is 123456')
  expect(words).toContain('2 × Adult Lantern Evening £40.00')
  expect(words).toContain('Total £40.00')
  expect(words).toContain('Reference ABC')
  expect(words).toContain('Small print')
  expect(links).toEqual([
    ['Open your ticket wallet', 'https://shop.test/account/wallet/'],
    ['Directions', 'https://maps.example/?a=1&b=2'],
    ['Terms of sale', 'https://shop.test/terms/'],
  ])
})

it('keeps a seat on one line in HTML', async () => {
  const { words } = await open([{ facts: [{ name: 'Tickets', value: '1 × adult (2-C-6)' }] }])
  expect(words).toContain('1 × adult (2\u2011C\u20116)')
})

it('names its language and loads nothing from anywhere', async () => {
  const { document, html } = await open(content)
  expect(document.documentElement.lang).toBe('en-GB')
  expect(document.querySelectorAll('img, script, link, iframe, form, object, [background]')).toHaveLength(0)
  expect(html).not.toMatch(/url\(|@import|src=/)
})

const hostile = '<script>alert(1)</script>\r\nBcc: eve@example.com\u0000 <img src=x onerror=y>" \'&amp;'
const harmless = '<script>alert(1)</script> Bcc: eve@example.com <img src=x onerror=y>" \'&amp;'

const everywhere: Content = [
  hostile,
  { heading: hostile },
  { code: hostile, label: hostile },
  { button: hostile, href: 'https://shop.test/' },
  { links: [{ text: hostile, href: 'https://shop.test/?a="><script>' }] },
  { facts: [{ name: hostile, value: hostile }] },
  { amounts: [{ text: hostile, note: hostile, amount: hostile }] },
  { note: hostile },
]

it('escapes whatever people typed, in HTML [S29]', async () => {
  const { document, words, html } = await open(everywhere, hostile)
  expect(document.querySelectorAll('script, img, [onerror]')).toHaveLength(0)
  expect(html).not.toMatch(/<script|<img|\0/)
  expect(words.split(harmless).length - 1).toBe(13)
})

it('puts whatever people typed on one line, in text [S36]', () => {
  const text = textForm(everywhere, origin)
  expect(text.toLowerCase().split(harmless.toLowerCase()).length - 1).toBe(12)
  expect(text).not.toMatch(/^Bcc|\r|\0/m)
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://shop.test/', ''])(
  'does not link to %s',
  async (href) => {
    const { links, words } = await open([{ button: 'Press here', href }, { links: [{ text: 'Look', href }] }])
    expect(links).toEqual([])
    expect(words).toContain('Press here')
    expect(words).toContain('Look')
  },
)
