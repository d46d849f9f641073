import type { Config } from '#server/config.ts'

/** The cookies of the shop and of others on its pages: name, purpose and how long they are kept. */
export function cookiesOf({ page, providers }: Pick<Config, 'page' | 'providers'>): string[][] {
  const { consentCookie = 'analytics_consent=1', analyticsTag, metaPixel, eventTags } = page
  const [consent = ''] = consentCookie.split('=')
  return [
    [
      '__Host-session',
      'Knows your basket, and you while you are signed in',
      'Kept until 30 days after your last visit',
    ],
    [
      'XSRF-TOKEN',
      'Keeps other sites from sending forms in your name',
      'Kept until 30 days after your last visit',
    ],
    ['__Host-rejected', 'What you had chosen when it could not be added', 'Kept for a minute'],
    [
      'tickets_kept',
      'Says that this browser keeps tickets, so that signing out deletes them',
      'Kept for 400 days',
    ],
    [
      'signed_out',
      'Says that somebody has signed out, so that other tabs forget what was typed',
      'Kept for 400 days',
    ],
    ...(providers.stripe
      ? [['__stripe_mid, __stripe_sid', 'Stripe’s own, against fraud', 'Kept for up to a year']]
      : []),
    ...(analyticsTag || metaPixel || eventTags
      ? [
          [
            `${consent}, ${consent}_refused`,
            'Your choice about analytics and adverts',
            'Kept for half a year',
          ],
          [
            '_ga, _gcl, _fbp and others of Google and Meta',
            'Measure visits and adverts, only if you accept',
            'Kept for up to 2 years',
          ],
        ]
      : []),
  ]
}
