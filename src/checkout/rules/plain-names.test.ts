import { expect, it } from 'vitest'

import { hasLink, messageProblem, textProblem } from './plain-names.ts'

it.each([
  'Win https://evil.example now',
  'visit www.evil.example',
  'evil.example Smith',
  'EVIL.COM prizes',
  'bit.ly/abc now',
  't.me/abc',
  'x.com',
  'Evil.Com',
  'evil。com',
  'evil．com',
  'mail me@evil.example',
  'http:2130706433',
  'https:\\\\evil',
  '192.0.2.7',
  '192.0.2.7:8080/claim',
  '１９２。０。２。７',
  '0300.0.2.7',
  '0xC0000207/claim',
  '2130706433/claim',
  '2130706433:8080',
  '127.1/a',
  '127.1:8080/',
  '10.1:8080/claim',
  '0x7f.1:8080/',
  '0177.1/a',
  '0x7f.1/claim',
  '0x7f.0.1/claim',
  '192.168.1/claim',
  '93.12114978/claim',
  '93.184.55330/claim',
  '[2001:db8::7]',
  '[2001:db8:0:0:0:0:0:7]',
  '[::ffff:c000:207]',
  '[fe::be]:8080/claim',
  '2001:db8::7',
  'see 2a00::beef',
  '2001:db8:0:0:0:0:0:7',
  'evil.Xn--P1ai',
  'evil.\u200bexample',
  'evil\u00ad.exam\u2060ple',
  'w\u200dww.evil',
  'bank.example\u2028@evil',
])('finds the link in the name %j [S36]', (name) => expect(hasLink(name)).toBe(true))

it.each([
  'Grace Hopper',
  'J.R.R. Tolkien',
  'Mary St.John',
  'Dr. Ada O’Neill-Łuk',
  "Siân d'Arc",
  'Sammy Davis Jr.',
  'Ada 24.12.2026, 7.30 to 11:45:00',
  'Ada [11:45], Ben [11:45:30], table [:] or [12.]',
  '020.7946.0958',
  '£4.50/person, 24/12/2026',
  '100.00/person, 07.30/8.15, 7.30/evening, 24.12.2026/Ada',
  'Order 12345678: have fun',
  'Ref 24122026/1',
  'Love::Dad',
  'Ada::Dad',
  'Part 2::Dear Ada',
  '020.7946.0958/home',
  '👩\u200d👧 with love',
])('takes the name %j [S36]', (name) => expect(hasLink(name)).toBe(false))

it.each([
  ['letters', (length: number) => 'a'.repeat(length)],
  ['letters with a dot at the end', (length: number) => `${'a'.repeat(length)}.`],
  ['small letters after a dot', (length: number) => `${'a'.repeat(length)}.${'b'.repeat(length)}C`],
  ['dots', (length: number) => 'aa.'.repeat(length)],
  ['colons after a bracket', (length: number) => `[${':'.repeat(length)}`],
  ['brackets with colons', (length: number) => '[a::'.repeat(length / 4)],
  ['brackets', (length: number) => '['.repeat(length)],
])('looks at each place of very long %s once: at every part it would take minutes [S36, S44]', (_, made) => {
  expect(hasLink(made(400_000))).toBe(false)
})

it('takes the message of a gift as people write it, but not with an address [S36, S43]', () => {
  expect(messageProblem('Happy birthday! See you at 7.30 p.m. at St. James’s... Love, J.R.')).toBe('')
  for (const message of [
    'Look:\nhttps://evil.example',
    'Claim it at evil.example today',
    'Write to me@evil.example',
  ])
    expect(messageProblem(message)).toMatch(/without web or email addresses/)
})

it('refuses control characters in every text, and takes line breaks and tabs [S35]', () => {
  for (const code of [0, 7, 8, 11, 12, 14, 27, 31, 127])
    expect(textProblem(`Ada${String.fromCodePoint(code)}Byron`), String(code)).toMatch(/cannot be shown/)
  expect(textProblem('Ada\tByron\r\nLondon')).toBe('')
})
