import { createPrivateKey, type KeyObject } from 'node:crypto'

import * as z from 'zod'

import { BadConfig, providerSettings, type Config } from '#server/config.ts'

export type GoogleKeys = NonNullable<Config['providers']['googleWallet']>

/** What signs links to Google Wallet. */
export interface GoogleSigner {
  issuerId: string
  /** Email address of the service account. */
  email: string
  key: KeyObject
}

const variables = providerSettings.googleWallet

/** A private key that can sign with RS256. */
const keySchema = z.string().transform((pem, context) => {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // The error could quote the key.
  }
  context.addIssue('no RSA key')
  return z.NEVER
})

/** The key file of a service account, as Google Cloud gives it. */
const fileSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('no JSON')
      return z.NEVER
    }
  })
  .pipe(z.object({ client_email: z.email(), private_key: keySchema }))

/** Reads the settings. Throws `BadConfig`. */
export function readGoogleSigner({ issuerId, serviceAccount }: GoogleKeys): GoogleSigner {
  if (!/^\d+$/.test(issuerId)) throw new BadConfig(`${variables.issuerId} must be digits only.`)
  const { data } = fileSchema.safeParse(serviceAccount)
  if (!data)
    throw new BadConfig(
      `${variables.serviceAccount} is not the JSON of a service account's key, with an RSA key.`,
    )
  return { issuerId, email: data.client_email, key: data.private_key }
}
