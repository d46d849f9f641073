import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { BadConfig, readConfig } from '#server/config.ts'

import { connectPasses } from './connect-passes.ts'
import {
  makeAuthority,
  makeGoogleKeys,
  makePassCertificate,
  makeRsaKeys,
  named,
  pemOf,
} from '#server/testing/wallet-keys.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'foyer-wallet-keys-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Reads the settings as the start of the shop does, and names the wallets. */
const start = (env: Record<string, string>) =>
  connectPasses(readConfig({ DATA_DIR: dataDir, ...env }).providers).map(({ name }) => name)

const authority = makeAuthority()
const signer = makePassCertificate(authority)
const apple = {
  APPLE_WALLET_CERTIFICATE: signer.pem,
  APPLE_WALLET_KEY: pemOf(signer.key),
  APPLE_WALLET_WWDR_CERTIFICATE: authority.pem,
}
const { keys } = makeGoogleKeys()
const google = {
  GOOGLE_WALLET_ISSUER_ID: keys.issuerId,
  GOOGLE_WALLET_SERVICE_ACCOUNT: keys.serviceAccount,
}
const account = (changes: Record<string, unknown>) => ({
  ...google,
  GOOGLE_WALLET_SERVICE_ACCOUNT: JSON.stringify({
    ...(JSON.parse(keys.serviceAccount) as object),
    ...changes,
  }),
})
const ellipticKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
/** A certificate with an elliptic key, as some of Apple's authorities have. */
const elliptic = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUfgEE3Op4VS5HONwOEFoElpYn4PgwCgYIKoZIzj0EAwIw
EzERMA8GA1UEAwwIRWxsaXB0aWMwIBcNMjYxMTIyMDUwODU3WhgPMjEyNjEwMjkw
NTA4NTdaMBMxETAPBgNVBAMMCEVsbGlwdGljMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAE02yUNJyRQJYiBCJtzYOJzjm/HC4WZzAZmm0wLDnzYpiqFnrFk7zbGu6n
l+gFzJU9QzNuhqq3BbpvnWfU9u9y8qNTMFEwHQYDVR0OBBYEFMQ4uR6/6bDgms9A
Y3P8AvD2xWC/MB8GA1UdIwQYMBaAFMQ4uR6/6bDgms9AY3P8AvD2xWC/MA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgdMJEvZ41IwEnsqXLdSCXZdrr
YIaCYgpLFqdVWiEwQvMCIBeB429e7U/+zDtFKBRQ2lTAmFijxWUHXuggAkWv5V6Z
-----END CERTIFICATE-----`

it('starts with wallet keys that fit together, each provider by itself', () => {
  expect(start({})).toEqual([])
  expect(start(apple)).toEqual(['Apple Wallet'])
  expect(start(google)).toEqual(['Google Wallet'])
  expect(start({ ...apple, ...google })).toEqual(['Apple Wallet', 'Google Wallet'])
})

it('reads an encrypted key with its passphrase, and text of OpenSSL before the PEM', () => {
  const encrypted = {
    ...apple,
    APPLE_WALLET_CERTIFICATE: `Bag Attributes\n    friendlyName: Shop\n${signer.pem}`,
    APPLE_WALLET_KEY: pemOf(signer.key, 'hunter2'),
  }
  expect(start({ ...encrypted, APPLE_WALLET_KEY_PASSPHRASE: 'hunter2' })).toEqual(['Apple Wallet'])
  for (const passphrase of ['', 'hunter3'])
    expect(() => start({ ...encrypted, APPLE_WALLET_KEY_PASSPHRASE: passphrase })).toThrow(
      'APPLE_WALLET_KEY is not a private key in PEM format, or APPLE_WALLET_KEY_PASSPHRASE is missing or wrong.',
    )
})

const expired = makePassCertificate(authority, undefined, new Date(Date.now() - 24 * 3600 * 1000))
const noPassType = makePassCertificate(authority, named('tickets.example'))

it.each([
  ['a certificate alone', { APPLE_WALLET_CERTIFICATE: signer.pem }, 'APPLE_WALLET_KEY is missing: set all'],
  [
    'a file’s name instead of a certificate',
    { ...apple, APPLE_WALLET_CERTIFICATE: 'pass.pem' },
    'APPLE_WALLET_CERTIFICATE is not a certificate in PEM format.',
  ],
  [
    'a key instead of Apple’s certificate',
    { ...apple, APPLE_WALLET_WWDR_CERTIFICATE: apple.APPLE_WALLET_KEY },
    'APPLE_WALLET_WWDR_CERTIFICATE is not a certificate in PEM format.',
  ],
  [
    'a certificate instead of the key',
    { ...apple, APPLE_WALLET_KEY: signer.pem },
    'APPLE_WALLET_KEY is not a private key in PEM format',
  ],
  [
    'the key of another certificate',
    { ...apple, APPLE_WALLET_KEY: pemOf(makeRsaKeys().privateKey) },
    'APPLE_WALLET_KEY is not the key of APPLE_WALLET_CERTIFICATE.',
  ],
  [
    'another authority’s certificate',
    { ...apple, APPLE_WALLET_WWDR_CERTIFICATE: makeAuthority().pem },
    'APPLE_WALLET_WWDR_CERTIFICATE did not issue APPLE_WALLET_CERTIFICATE.',
  ],
  [
    'an authority’s certificate of another kind of key',
    { ...apple, APPLE_WALLET_WWDR_CERTIFICATE: elliptic },
    'APPLE_WALLET_WWDR_CERTIFICATE has no RSA key, and passes are signed with RSA.',
  ],
  [
    'a certificate of no pass type',
    { ...apple, APPLE_WALLET_CERTIFICATE: noPassType.pem, APPLE_WALLET_KEY: pemOf(noPassType.key) },
    'APPLE_WALLET_CERTIFICATE is not the certificate of a Pass Type ID.',
  ],
  [
    'an issuer id of Google that is none',
    { ...google, GOOGLE_WALLET_ISSUER_ID: 'foyer' },
    'GOOGLE_WALLET_ISSUER_ID must be digits only.',
  ],
  [
    'a file’s name instead of the service account',
    { ...google, GOOGLE_WALLET_SERVICE_ACCOUNT: 'key.json' },
    "GOOGLE_WALLET_SERVICE_ACCOUNT is not the JSON of a service account's key",
  ],
  [
    'a service account without an address',
    account({ client_email: undefined }),
    "GOOGLE_WALLET_SERVICE_ACCOUNT is not the JSON of a service account's key",
  ],
  [
    'a service account with half a key',
    account({ private_key: '-----BEGIN PRIVATE KEY-----' }),
    "GOOGLE_WALLET_SERVICE_ACCOUNT is not the JSON of a service account's key",
  ],
  [
    'a service account with a key of another kind',
    account({ private_key: pemOf(ellipticKey) }),
    "GOOGLE_WALLET_SERVICE_ACCOUNT is not the JSON of a service account's key",
  ],
])('does not start with %s', (_, env, message) => {
  expect(() => start(env)).toThrow(BadConfig)
  expect(() => start(env)).toThrow(message)
})

it('starts with a certificate that has expired, so that tickets are sold when it is forgotten', () => {
  start({ ...apple, APPLE_WALLET_CERTIFICATE: expired.pem, APPLE_WALLET_KEY: pemOf(expired.key) })
})

it('never quotes a wallet key in an error', () => {
  for (const env of [
    { ...apple, APPLE_WALLET_KEY: 'secret half of a key' },
    { ...google, GOOGLE_WALLET_SERVICE_ACCOUNT: 'secret half of a key' },
  ])
    expect(() => start(env)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret half') }),
    )
})
