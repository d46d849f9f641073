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
async function open(
  blocks: Content,
  subject = 'Your order is complete',
  around: Partial<Parameters<typeof htmlForm>[2]> = {},
) {
  const html = await htmlForm(subject, blocks, { origin, ...around })
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

it('keeps a row and a seat with its number on one line in HTML, and an order reference', async () => {
  const { document } = await open([
    'Your reference is RXJE N13G.',
    { facts: [{ name: 'Tickets', value: '1 × adult (Stalls, row C, seats 6 and 7)' }] },
    { links: [{ text: 'Ticket 1, adult, Stalls, row C, seat 8', href: '/account/tickets/1/' }] },
    { amounts: [{ text: '1 × adult', note: 'The Tempest, Stalls, row C, seat 9', amount: '£40.00' }] },
  ])
  const [paragraph] = document.querySelectorAll('p')
  expect(paragraph?.textContent).toBe('Your reference is RXJE\u00a0N13G.')
  for (const seat of ['seats\u00a06 and 7', 'seat\u00a08', 'seat\u00a09'])
    expect(document.body.textContent).toContain(`row\u00a0C, ${seat}`)
})

it('shows what an amount consists of in a line of its own, and keeps its words together', async () => {
  const parts = '£37.00 +\u00a0£3.00\u00a0fee'
  const amounts = [{ text: '2 × Adult', note: 'Lantern Evening', parts, amount: '£40.00' }]
  const { document } = await open([{ amounts }])
  const lines = [...document.querySelectorAll('br + span')].map(({ textContent }) => textContent)
  expect(lines).toEqual(['Lantern Evening', parts])
  expect(textForm([{ amounts }], 'https://shop.test')).toBe(
    '2 × Adult, Lantern Evening, £37.00 + £3.00 fee: £40.00',
  )
})

it('has a heading of its own where the subject would say too much', async () => {
  const { document } = await open(content, '123456 is your code', { heading: 'Your <code>' })
  expect(document.querySelector('h1')?.textContent.trim()).toBe('Your <code>')
  expect(document.querySelector('title')?.textContent).toBe('123456 is your code')
})

it('sets links that stand alone 44 pixels high', async () => {
  const { document } = await open(content)
  const alone = [...document.querySelectorAll('a.link')]
  expect(alone).toHaveLength(2)
  for (const link of alone) expect(link.getAttribute('style')).toContain('inline-block;padding:10px 0;')
})

it('says when an amount is refunded in a line of its own', async () => {
  const amounts = [{ text: '2 × Adult', note: 'Fair', terms: 'Flexible: Full refund', amount: '£40.00' }]
  const { document } = await open([{ amounts }])
  const lines = [...document.querySelectorAll('br + span')].map(({ textContent }) => textContent)
  expect(lines).toEqual(['Fair', 'Flexible: Full refund'])
  expect(textForm([{ amounts }], origin)).toBe('2 × Adult, Fair, Flexible: Full refund: £40.00')
})

it('names its language and loads nothing from anywhere', async () => {
  const { document, html } = await open(content)
  expect(document.documentElement.lang).toBe('en-GB')
  expect(document.querySelectorAll('img, script, link, iframe, form, object, [background]')).toHaveLength(0)
  expect(html).not.toMatch(/url\(|@import|src=/)
})

const picture = { path: '/pictures/winter-arena.jpg', alt: 'Winter Arena' }

it('shows the picture of the event above the heading, with its words in its place until it is loaded', async () => {
  const { document } = await open(content, 'Winter Arena: your tickets', { picture })
  const [image, ...others] = document.querySelectorAll('img')
  expect(others).toEqual([])
  expect(image?.src).toBe('https://shop.test/pictures/winter-arena.jpg')
  expect(image?.alt).toBe('Winter Arena')
  expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['558', '279'])
  expect(image?.nextElementSibling?.tagName).toBe('H1')
  expect(image?.style.maxWidth).toBe('558px')
  expect(image?.style.width).toBe('100%')
  expect(image?.style.height).toBe('auto')
})

it.each([
  'https://tracker.example/a.jpg',
  '//tracker.example/a.jpg',
  'http://shop.test/a.jpg',
  'javascript:x',
  '',
])('loads no picture from anybody but the shop, such as "%s"', async (path) => {
  const { document } = await open(content, 'Tickets', { picture: { ...picture, path } })
  expect(document.querySelectorAll('img')).toHaveLength(0)
})

it('links the pages about the shop at the foot', async () => {
  const links = [
    { text: 'Privacy', href: '/privacy/' },
    { text: 'Help', href: 'https://help.example/' },
  ]
  const { words, links: shown } = await open(['Thank you.'], 'Thanks', { links })
  expect(words).toContain('Reply to this email. Privacy · Help')
  expect(shown).toEqual([
    ['Privacy', 'https://shop.test/privacy/'],
    ['Help', 'https://help.example/'],
  ])
})

it('has a dark colour for each colour of its own, and no width that a narrow screen must scroll for', async () => {
  const { document, html } = await open(content, 'Tickets', {
    picture,
    links: [{ text: 'Privacy', href: '/privacy/' }],
  })
  const dark = document.querySelector('style')?.textContent ?? ''
  for (const element of document.querySelectorAll('body *'))
    if (
      /(?:^|;)(?:color|background-color|border(?:-top)?):[^;]*#/.test(element.getAttribute('style') ?? '')
    ) {
      const classes = [...element.classList]
      expect(
        classes.some((name) => dark.includes(`.${name} {`)),
        element.outerHTML.slice(0, 200),
      ).toBe(true)
    }
  const fixed = [...html.replace(/<!--.*?-->/gs, '').matchAll(/(?<!max-)width[:=]"?(\d+)(?!\d*%)/g)].map(
    ([, width]) => Number(width),
  )
  expect(fixed.filter((width) => width > 280)).toEqual([558])
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
