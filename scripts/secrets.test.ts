import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What secret keys of the providers and of servers look like. */
const secrets = {
  'a live key of Stripe': /\b[sr]k_live_[0-9A-Za-z]{16,}/,
  'a test key of Stripe': /\b[sr]k_test_[0-9A-Za-z]{16,}/,
  'a webhook secret of Stripe': /\bwhsec_[0-9A-Za-z+/]{24,}/,
  'a token of Square': /\b(?:EAAA[0-9A-Za-z_-]{40,}|sq0csp-[0-9A-Za-z_-]{30,})/,
  'a key of Amazon': /\bAKIA[0-9A-Z]{16}\b/,
  'a token of GitHub': /\bgh[pousr]_[0-9A-Za-z]{30,}/,
  'a key of Google': /\bAIza[0-9A-Za-z_-]{35}/,
  'a token of Twilio': /\bSK[0-9a-f]{32}\b/,
  'a password in an address':
    /\b(?:postgres(?:ql)?|smtps?):\/\/[^\s:@/'"`]+:(?!(?:\$|secret|password|pass|p%40ss|hidden|pw|x)\b)[^\s@'"`]{8,}@(?!localhost|127\.)/,
}
const privateKey = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{200,}-----END/

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 10_000_000 })
  .split('\0')
  .filter((path) => path !== '' && statSync(path, { throwIfNoEntry: false })?.isFile())

function findSecrets(text: string): string[] {
  return Object.entries(secrets).flatMap(([name, form]) => (form.test(text) ? [name] : []))
}

it('finds no secret key, password or private key in any file of the repository [S42]', () => {
  const found = tracked.flatMap((path) => {
    const text = readFileSync(path, 'latin1')
    const names = [...findSecrets(text), ...(privateKey.test(text) ? ['a private key'] : [])]
    return names.map((name) => `${path}: ${name}`)
  })
  expect(found).toEqual([])
})

it('keeps no settings, keys or data of a shop in the repository [S42]', () => {
  expect(
    tracked.filter((path) =>
      /(^|\/)\.env|\.(pem|p12|pfx|key|crt|sqlite|dump|log)$|(^|\/)(data|reports|dist|dist-shop)\//.test(path),
    ),
  ).toEqual([])
})

it('would find them [S42]', () => {
  const made = ['sk_' + 'live_51HabcdefghijklmnopQ', 'whsec_' + 'a'.repeat(32), 'AKIA' + 'A1'.repeat(8)]
  for (const secret of made) expect(findSecrets(`key = '${secret}'`)).toHaveLength(1)
  expect(findSecrets('postgres://shop:' + 'Tr0ub4dor3@db.example/shop')).toHaveLength(1)
})
