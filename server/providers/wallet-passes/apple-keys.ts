import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'

import { BadConfig, providerSettings, type Config } from '#server/config.ts'

export type AppleKeys = NonNullable<Config['providers']['appleWallet']>

/** What signs passes for Apple Wallet. */
export interface AppleSigner {
  /** The certificate of the shop's Pass Type ID. */
  certificate: X509Certificate
  /** Apple's certificate that issued it. */
  wwdrCertificate: X509Certificate
  key: KeyObject
  passTypeId: string
  teamId: string
}

const variables = providerSettings.appleWallet

/**
 * Reads the settings. The Pass Type ID and the team are those of the certificate: phones reject a pass that names others.
 * Throws `BadConfig`.
 */
export function readAppleSigner(keys: AppleKeys): AppleSigner {
  const certificate = readCertificate(keys, 'certificate')
  const wwdrCertificate = readCertificate(keys, 'wwdrCertificate')
  const key = readKey(keys)
  if (!certificate.checkPrivateKey(key))
    throw new BadConfig(`${variables.key} is not the key of ${variables.certificate}.`)
  if (!certificate.verify(wwdrCertificate.publicKey))
    throw new BadConfig(`${variables.wwdrCertificate} did not issue ${variables.certificate}.`)
  const { UID: passTypeId, OU: teamId } = certificate.toLegacyObject().subject as Record<string, unknown>
  if (typeof passTypeId !== 'string' || typeof teamId !== 'string')
    throw new BadConfig(`${variables.certificate} is not the certificate of a Pass Type ID.`)
  return { certificate, wwdrCertificate, key, passTypeId, teamId }
}

/** Throws `BadConfig` if a certificate has expired, or is not valid yet. */
export function assertInDate(signer: Pick<AppleSigner, 'certificate' | 'wwdrCertificate'>): void {
  for (const setting of ['certificate', 'wwdrCertificate'] as const) {
    const { validFromDate, validToDate } = signer[setting]
    const now = new Date()
    if (now < validFromDate || now > validToDate)
      throw new BadConfig(
        `${variables[setting]} is valid from ${dayOf(validFromDate)} to ${dayOf(validToDate)}.`,
      )
  }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

function readCertificate(keys: AppleKeys, setting: 'certificate' | 'wwdrCertificate'): X509Certificate {
  const certificate = parse(() => new X509Certificate(keys[setting]))
  if (!certificate) throw new BadConfig(`${variables[setting]} is not a certificate in PEM format.`)
  if (certificate.publicKey.asymmetricKeyType !== 'rsa')
    throw new BadConfig(`${variables[setting]} has no RSA key, and passes are signed with RSA.`)
  return certificate
}

function readKey({ key, keyPassphrase }: AppleKeys): KeyObject {
  const found = parse(() => createPrivateKey({ key, passphrase: keyPassphrase }))
  if (!found)
    throw new BadConfig(
      `${variables.key} is not a private key in PEM format, or ${variables.keyPassphrase} is missing or wrong.`,
    )
  return found
}

/** Errors of parsers could quote a key. */
function parse<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
