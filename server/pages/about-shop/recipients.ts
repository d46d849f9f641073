import type { Config, Providers } from '#server/config.ts'

import { measuringOf, type Measuring } from './measuring.ts'

type Row = [who: string, what: string]

/** Who gets something from a provider's connection. */
const byProvider: Record<keyof Providers, Row> = {
  stripe: ['Stripe', 'Card payments: your card, name, email and postcode, and the amount'],
  square: ['Square', 'Card payments for some organisers: your card, and the amount'],
  truelayer: [
    'TrueLayer',
    'Bank payments: your name and email, the amount, and the account you choose there',
  ],
  hcaptcha: ['hCaptcha', 'A check that a person is buying: your network address, and how you answer'],
  mail: ['Our email provider', 'The emails that we send you'],
  twilio: ['Twilio', 'Text messages about a payment plan: your number, and their text'],
  addressLookup: ['Our address finder', 'The postcode or address that you look up'],
  appleWallet: ['Apple', 'A ticket, if you add it to Apple Wallet'],
  googleWallet: ['Google', 'A ticket, if you add it to Google Wallet'],
  seatsio: ['Seats.io', 'The seats that you choose, without your name'],
}

/** Recordings of the page, at the rates of src/monitoring. */
const recordings: Record<Measuring['recorded'], string[]> = {
  '': [],
  accepted: [
    'If you accept recordings, how you use the page in one visit in ten, and in each in which something goes wrong',
  ],
  any: ['How you use the page in one visit in ten, and in each in which something goes wrong'],
}

/** Lists who gets personal data: organisers and charities, and the providers that are connected. */
export function recipientsOf({
  providers,
  page,
  sentryDsn,
}: Pick<Config, 'providers' | 'page' | 'sentryDsn'>): string[][] {
  const { trackers, recorded } = measuringOf(page)
  const connected = (Object.keys(byProvider) as (keyof Providers)[]).filter((name) => providers[name])
  return [
    [
      'The organiser',
      'Names and emails on its tickets, your answers to its questions, and whether you want its messages',
    ],
    ['A charity that you give to', 'Your donation, and your Gift Aid declaration'],
    ...connected.map((name) => byProvider[name]),
    ...trackers.map((name) => [
      `${name}, to measure`,
      'If you accept it: which pages you see, what you buy for how much, and your network address',
    ]),
    ...(sentryDsn || page.monitoringAddress
      ? [
          [
            'Our error-reporting service',
            'What went wrong on a page, and who was signed in; nothing that you type',
            ...recordings[recorded],
          ],
        ]
      : []),
  ]
}
