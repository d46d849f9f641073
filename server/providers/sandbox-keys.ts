import { generateKeyPairSync } from 'node:crypto'

/** Keys for the simulated Stripe. */
export const sandboxStripeKeys = {
  publishableKey: 'pk_sandbox_foyer',
  secretKey: 'sk_sandbox_foyer',
  webhookSecret: 'whsec_sandbox_foyer',
  connectWebhookSecret: 'whsec_sandbox_connect',
}

/** Keys for the simulated Square. */
export const sandboxSquareKeys = {
  applicationId: 'sandbox-sq0idb-foyer',
  locationId: 'L-SANDBOX-FOYER',
  accessToken: 'sandbox-foyer-access-token',
  webhookSignatureKey: 'sandbox-foyer-signature-key',
}

/** Keys for the simulated TrueLayer; the signing key is generated per process. */
export const sandboxTruelayerKeys = {
  clientId: 'sandbox-foyer',
  clientSecret: 'sandbox-secret',
  signingKeyId: 'sandbox-key',
  signingKey: generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string,
  merchantAccountId: 'sandbox-account',
  merchantAccountIdEur: 'sandbox-account-eur',
  merchantName: 'Foyer',
}

/** Keys for the simulated hCaptcha. */
export const sandboxCaptchaKeys = {
  sitekey: '00000000-0000-4000-8000-00000000f0ed',
  secret: '0x0000000000000000000000000000000000f0ed',
}

/** Keys for the simulated seats.io; the public key is that of its workspace. */
export const sandboxSeatsKeys = {
  publicKey: '00000000-0000-4000-8000-0000005ea751',
  secretKey: 'sandbox-foyer-seats-secret-key',
  region: 'eu',
}
