import type { Config } from '#server/config.ts'

import { measuringOf } from './measuring.ts'

/** The cookies that the shop needs: name, purpose and how long they are kept. */
export function neededCookies({ page, providers }: Pick<Config, 'page' | 'providers'>): string[][] {
  const { choice, trackers } = measuringOf(page)
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
      ? [['__stripe_mid, __stripe_sid', "Stripe's own, against fraud", 'Kept for up to a year']]
      : []),
    ...(choice
      ? [
          [
            `${choice}, ${choice}_refused`,
            `Your choice about ${trackers.length ? 'analytics, adverts and recordings' : 'recordings'}`,
            'Kept for half a year',
          ],
        ]
      : []),
  ]
}

const trackingCookies = {
  Google: ['_ga, _gcl and others of Google', 'Measure visits and adverts', 'Kept for up to 2 years'],
  Meta: ['_fbp and others of Meta', 'Measure visits and adverts', 'Kept for up to 2 years'],
}

/** The cookies that others set on the pages of the shop if a buyer accepts them, as above. */
export function acceptedCookies(page: Config['page']): string[][] {
  return measuringOf(page).trackers.map((name) => trackingCookies[name])
}
