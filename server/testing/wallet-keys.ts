import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import forge from 'node-forge'

/** A certificate made for a test, with its key. */
export interface MadeCertificate {
  pem: string
  key: KeyObject
}

type Subject = { type?: string; name?: string; value: string }[]

const dayMs = 24 * 3600 * 1000

/** Makes an authority like Apple's, which issues certificates of pass types. */
export function makeAuthority(): MadeCertificate {
  return makeCertificate(named('Authority of a test'))
}

/** Makes the certificate of a pass type as Apple issues it. */
export function makePassCertificate(
  issuer: MadeCertificate,
  subject: Subject = passTypeSubject,
  validTo?: Date,
): MadeCertificate {
  return makeCertificate(subject, issuer, validTo)
}

/** Makes all settings of Apple Wallet, with a certificate that is valid for a year or until `validTo`. */
export function makeAppleKeys(validTo?: Date) {
  const authority = makeAuthority()
  const signer = makePassCertificate(authority, passTypeSubject, validTo)
  return { certificate: signer.pem, key: pemOf(signer.key), wwdrCertificate: authority.pem }
}

/** Makes the settings of Google Wallet, with the public key that belongs to them. */
export function makeGoogleKeys() {
  const { publicKey, privateKey } = makeRsaKeys()
  const file = {
    type: 'service_account',
    private_key: pemOf(privateKey),
    client_email: 'wallet@foyer-tickets.iam.gserviceaccount.com',
  }
  return { publicKey, keys: { issuerId: '3388000000022222228', serviceAccount: JSON.stringify(file) } }
}

/** Makes a key pair of RSA. */
export function makeRsaKeys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** A private key in PEM format, encrypted if there is a passphrase. */
export function pemOf(key: KeyObject, passphrase?: string): string {
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
  return key.export({ type: 'pkcs8', format: 'pem', ...encryption }) as string
}

export const named = (name: string): Subject => [{ name: 'commonName', value: name }]

const passTypeSubject: Subject = [
  { type: '0.9.2342.19200300.100.1.1', value: 'pass.example.tickets' },
  ...named('Pass Type ID: pass.example.tickets'),
  { name: 'organizationalUnitName', value: 'TEAM123456' },
]

function makeCertificate(subject: Subject, issuer?: MadeCertificate, validTo?: Date): MadeCertificate {
  const { privateKey: key } = makeRsaKeys()
  const own = forge.pki.privateKeyFromPem(pemOf(key))
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(own.n, own.e)
  certificate.serialNumber = issuer ? '02' : '01'
  certificate.validity.notBefore = new Date(Date.now() - 2 * dayMs)
  certificate.validity.notAfter = validTo ?? new Date(Date.now() + 365 * dayMs)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer ? forge.pki.certificateFromPem(issuer.pem).subject.attributes : subject)
  if (!issuer) certificate.setExtensions([{ name: 'basicConstraints', cA: true }])
  certificate.sign(issuer ? forge.pki.privateKeyFromPem(pemOf(issuer.key)) : own, forge.md.sha256.create())
  return { pem: forge.pki.certificateToPem(certificate), key }
}
