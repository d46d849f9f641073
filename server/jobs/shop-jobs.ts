import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { deliverWaiting } from '#server/delivery/deliver-order.ts'
import { sendGifts } from '#server/delivery/transfers/send-gifts.ts'
import { watchTimes, watchUnexpected } from '#server/figures/watch-steps.ts'
import type { Log } from '#server/log.ts'
import type { SendMail } from '#server/outbox/mailer.ts'
import { sendWaiting } from '#server/outbox/send-waiting.ts'
import type { SendSms } from '#server/outbox/sms-sender.ts'
import { chargeDueInstalments } from '#server/payments/instalments/charge-due.ts'
import { remindOfInstalments } from '#server/payments/plans/remind.ts'
import { compareRefunds } from '#server/payments/refunds/compare-refunds.ts'
import { sweepPayments } from '#server/payments/sweep.ts'
import { watchDeclines } from '#server/payments/watch-declines.ts'
import { syncSeats } from '#server/seats/sync-seats.ts'
import type { PaymentProviders } from '#server/providers/connect-providers.ts'
import { followClock } from '#server/reservation/clock-set-back.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'
import { admitNext, cancelPlaces } from '#server/waiting-room/admit-next.ts'

import { deleteExpired } from './retention.ts'
import type { Job } from './run-jobs.ts'

interface Parts {
  db: Database
  config: Pick<Config, 'mode' | 'origin' | 'address' | 'page' | 'secrets' | 'targetTimes'>
  log: Log
  sendMail: SendMail
  sendSms: SendSms
  providers: PaymentProviders
}

/** The shop's background jobs. */
export function shopJobs({ db, config, log, sendMail, sendSms, providers }: Parts): Job[] {
  return [
    { name: 'follow the clock', everySeconds: 5, run: () => followClock(db) },
    { name: 'release expired holds', everySeconds: 15, run: () => releaseExpired(db) },
    { name: 'admit from waiting rooms', everySeconds: 1, run: () => admitNext(db) },
    {
      name: 'cancel places in waiting rooms',
      everySeconds: 60,
      // Not before it is known that the shop was down.
      run: () => followClock(db).then(() => cancelPlaces(db)),
    },
    { name: 'send gifts', everySeconds: 2, run: () => sendGifts({ db, config, log }) },
    {
      name: 'send mail',
      everySeconds: 2,
      run: () => sendWaiting({ db, kind: 'mail', config, send: sendMail, log }),
    },
    {
      name: 'send SMS',
      everySeconds: 2,
      run: () => sendWaiting({ db, kind: 'sms', config, send: sendSms, log }),
    },
    { name: 'deliver paid orders', everySeconds: 30, run: () => deliverWaiting(db, log) },
    { name: 'sync seats', everySeconds: 5, run: () => syncSeats({ db, providers, log }) },
    { name: 'settle payments', everySeconds: 30, run: () => sweepPayments({ db, providers, log }) },
    { name: 'compare refunds', everySeconds: 24 * 3600, run: () => compareRefunds({ db, providers, log }) },
    { name: 'watch declined cards', everySeconds: 60, run: () => watchDeclines({ db, log }) },
    { name: 'remind of instalments', everySeconds: 60, run: () => remindOfInstalments({ db, log }) },
    {
      name: 'charge instalments',
      everySeconds: 60,
      run: () => chargeDueInstalments({ db, providers, log }),
    },
    { name: 'watch times at steps', everySeconds: 900, run: () => watchTimes({ db, log, config }) },
    { name: 'compare steps with the chart', everySeconds: 3600, run: () => watchUnexpected({ db, log }) },
    { name: 'delete expired data', everySeconds: 3600, run: () => deleteExpired(db) },
  ]
}
