import { generateKeyPairSync } from 'node:crypto'

/** The shop's account with the sandbox's Stripe. */
export const sandboxStripeKeys = {
  publishableKey: 'pk_sandbox_foyer',
  secretKey: 'sk_sandbox_foyer',
  webhookSecret: 'whsec_sandbox_foyer',
}

/** The shop's account with the sandbox's TrueLayer; its signing key is new for each process. */
export const sandboxTruelayerKeys = {
  clientId: 'sandbox-foyer',
  clientSecret: 'sandbox-secret',
  signingKeyId: 'sandbox-key',
  signingKey: generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string,
  merchantAccountId: 'sandbox-account',
  merchantName: 'Foyer',
}

/** The shop's site with the sandbox's hCaptcha. */
export const sandboxCaptchaKeys = {
  sitekey: '00000000-0000-4000-8000-00000000f0ed',
  secret: '0x0000000000000000000000000000000000f0ed',
}
