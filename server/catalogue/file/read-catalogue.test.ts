import { expect, it } from 'vitest'

import { readCatalogue } from './read-catalogue.ts'
import { CatalogueRejected } from './catalogue-rejected.ts'

const valid = `
refund_policies:
  - { id: flexible, title: Flexible }
organisers:
  - id: sail-loft
    name: The Sail Loft
    provider: stripe
    merchant_id: acct_123
    events:
      - id: spring-concert
        title: Spring Concert
        dates:
          - id: spring-concert-friday
            starts_at: 2027-04-16T19:30:00+01:00
            pools:
              - { name: hall, capacity: 120 }
            tickets:
              - { key: adult, pool: hall, name: Adult, price: "18.50", refund_policy: flexible }
              - { key: child, pool: hall, name: Child, price: "9.00", requires: [adult] }
    codes:
      - { code: SPRING, kind: ticket_percent, amount: "10.00" }
`

/** What is said about the file after a change. */
function problemsIn(text: string): string[] {
  try {
    readCatalogue(text)
    return []
  } catch (error) {
    if (error instanceof CatalogueRejected) return error.message.split('\n')
    throw error
  }
}

const withChange = (from: string, to: string) => {
  expect(valid).toContain(from)
  return problemsIn(valid.replace(from, to))
}

it('reads YAML with amounts as pence, percentages as basis points and times with their offset', () => {
  const { catalogue } = readCatalogue(valid)
  const [organiser] = catalogue.organisers
  const [date] = organiser?.events[0]?.dates ?? []
  expect(date?.starts_at).toEqual(new Date('2027-04-16T18:30:00Z'))
  expect(date?.tickets.map(({ price, booking_fee }) => [price, booking_fee])).toEqual([
    [1850, 0],
    [900, 0],
  ])
  expect(organiser?.codes[0]?.amount).toBe(1000)
})

it('reads JSON', () => {
  const { catalogue } = readCatalogue(
    JSON.stringify({ organisers: [{ id: 'sail-loft', name: 'The Sail Loft' }] }),
  )
  expect(catalogue.organisers.map(({ name }) => name)).toEqual(['The Sail Loft'])
})

it.each([
  [
    'a misspelt key',
    'title: Spring',
    'titel: Spring',
    [
      'line 10: organisers[0].events[0].title is missing',
      'line 11: organisers[0].events[0].titel is unknown here; did you mean "title"?',
    ],
  ],
  [
    'a key from nowhere',
    '    provider: stripe',
    '    xyzzy: 1',
    ['line 7: organisers[0].xyzzy is unknown here'],
  ],
  [
    'an amount as a number',
    'price: "18.50"',
    'price: 18.50',
    [
      'line 18: organisers[0].events[0].dates[0].tickets[0].price must be text with two decimals, in quotes: "18.50"',
    ],
  ],
  [
    'an amount with one decimal',
    'price: "18.50"',
    'price: "18.5"',
    [
      'line 18: organisers[0].events[0].dates[0].tickets[0].price must have two decimals and nothing else, such as "18.50"',
    ],
  ],
  [
    'a negative amount',
    'price: "9.00"',
    'price: "-9.00"',
    [
      'line 19: organisers[0].events[0].dates[0].tickets[1].price must have two decimals and nothing else, such as "18.50"',
    ],
  ],
  [
    'a time without its offset',
    '19:30:00+01:00',
    '19:30:00',
    [
      'line 14: organisers[0].events[0].dates[0].starts_at must be a time with its offset from UTC, such as "2027-06-25T19:30:00+01:00"',
    ],
  ],
  [
    'half a place',
    'capacity: 120',
    'capacity: 0.5',
    ['line 16: organisers[0].events[0].dates[0].pools[0].capacity must be a whole number'],
  ],
  [
    'an unknown provider',
    'provider: stripe',
    'provider: paypal',
    ['line 7: organisers[0].provider must be "" or "stripe" or "square"'],
  ],
  [
    'text where a list belongs',
    'requires: [adult]',
    'requires: adult',
    ['line 19: organisers[0].events[0].dates[0].tickets[1].requires must be a list'],
  ],
  [
    'an unknown pool',
    'key: child, pool: hall',
    'key: child, pool: hell',
    [
      'line 19: organisers[0].events[0].dates[0].tickets[1].pool refers to the pool "hell", which this file does not have',
    ],
  ],
  [
    'an unknown refund policy',
    'refund_policy: flexible',
    'refund_policy: strict',
    [
      'line 18: organisers[0].events[0].dates[0].tickets[0].refund_policy refers to the refund policy "strict", which this file does not have',
    ],
  ],
  [
    'an unknown required ticket',
    '[adult]',
    '[adults]',
    [
      'line 19: organisers[0].events[0].dates[0].tickets[1].requires[0] refers to the ticket type "adults", which this file does not have',
    ],
  ],
  [
    'a repeated key',
    'key: child',
    'key: adult',
    [
      'line 19: organisers[0].events[0].dates[0].tickets[1] has the same id as an earlier one: "spring-concert-friday-adult"',
      'line 19: organisers[0].events[0].dates[0].tickets[1] has the same key as an earlier ticket type of this date: "adult"',
    ],
  ],
  [
    'more than 100 per cent',
    'amount: "10.00"',
    'amount: "100.01"',
    ['line 21: organisers[0].codes[0].amount is more than 100 per cent'],
  ],
  [
    'an amount without a currency',
    'ticket_percent',
    'basket_amount',
    ['line 21: organisers[0].codes[0].currency is missing: an amount needs one'],
  ],
  [
    'an end before the start',
    '            pools:',
    '            ends_at: 2027-04-16T19:00:00+01:00\n            pools:',
    ['line 15: organisers[0].events[0].dates[0].ends_at is not after starts_at'],
  ],
])('names path and line of %s', (_, from, to, problems) => {
  expect(withChange(from, to)).toEqual(problems)
})

it('tells the line of a fault in the notation', () => {
  expect(problemsIn('organisers:\n  - id: a\n  name: b\n')[0]).toMatch(/^line 3: /)
  expect(problemsIn('{"organisers": [\n{"id": "a",}}')[0]).toMatch(/^line 2: /)
  expect(problemsIn('organisers: []\norganisers: []')[0]).toMatch(/^line 2: .*unique/)
})

it('lists all problems of a file in the order of its lines', () => {
  const problems = withChange('title: Spring Concert', 'title: ""\n        blub: x')
  expect(problems).toEqual([
    'line 11: organisers[0].events[0].title must not be empty',
    'line 12: organisers[0].events[0].blub is unknown here; did you mean "blurb"?',
  ])
})

const onlyAddresses =
  'must be a web address, such as "https://example.org/live", or a path of the shop, such as "/pictures/hall.svg"'
const onlyLinks = (address: string) => `links to "${address}", which is no web, email or phone address`

it.each([
  ['javascript:alert(1)'],
  [' JavaScript:alert(1)'],
  ['data:text/html,x'],
  ['https://bank.example@evil.example/'],
  ['ftp://example.org/'],
  ['see our website'],
])('refuses %j where an address belongs, with its line [OPEN-55]', (address) => {
  const typed = JSON.stringify(address)
  const problems = problemsIn(`
charities:
  - { id: aid, name: Aid, donation_checkout_title: Give,
      logo: ${typed} }
organisers:
  - id: hall
    name: Hall
    picture: ${typed}
    events:
      - id: concert
        title: Concert
        picture: ${typed}
        livestream_url: ${typed}
    vouchers:
      - { id: gift, name: Gift, min_value: "1.00", max_value: "2.00", valid_months: 12,
          picture: ${typed} }
`)
  expect(problems).toEqual(
    [
      'line 4: charities[0].logo',
      'line 8: organisers[0].picture',
      'line 12: organisers[0].events[0].picture',
      'line 13: organisers[0].events[0].livestream_url',
      'line 16: organisers[0].vouchers[0].picture',
    ].map((where) => `${where} ${onlyAddresses}`),
  )
})

it.each([
  ['<a href="javascript:alert(1)">x</a>', 'javascript:alert(1)'],
  ["<p><A HREF='https://bank.example@evil.example/'>x</A></p>", 'https://bank.example@evil.example/'],
  ['<a href="&#106;avascript:alert(1)">x</a>', 'javascript:alert(1)'],
])('refuses the HTML %j, with its line [OPEN-55]', (html, address) => {
  const typed = JSON.stringify(html)
  const problems = problemsIn(`
charities:
  - { id: aid, name: Aid, donation_checkout_title: Give,
      description_html: ${typed} }
organisers:
  - id: hall
    name: Hall
    custom_refund_policy: ${typed}
    events:
      - id: concert
        title: Concert
        description_html: ${typed}
        waivers:
          - { id: w, title: W, text_html: ${typed} }
`)
  expect(problems).toEqual(
    [
      'line 4: charities[0].description_html',
      'line 8: organisers[0].custom_refund_policy',
      'line 12: organisers[0].events[0].description_html',
      'line 14: organisers[0].events[0].waivers[0].text_html',
    ].map((where) => `${where} ${onlyLinks(address)}`),
  )
})

it('takes web addresses, paths of the shop and links in HTML', () => {
  const { catalogue } = readCatalogue(`
organisers:
  - id: hall
    name: Hall
    picture: /pictures/hall.svg
    custom_refund_policy: '<p><a href="mailto:a@b.example">Write</a>, <a href="tel:+4420">call</a> or <a href="/help/">read</a></p>'
    events:
      - { id: concert, title: Concert, livestream_url: "https://stream.example/live?x=1" }
`)
  expect(catalogue.organisers[0]?.events[0]?.livestream_url).toBe('https://stream.example/live?x=1')
})
