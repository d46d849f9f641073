import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import type { SnapshotFrom } from 'xstate'
import { isOpen } from '#machines/transfers.ts'
import styles from '#src/checkout/step-form.module.css'
import { NotTransferable } from '#src/order/not-transferable.tsx'
import type { Offer } from '#src/order/schemas.ts'
import { transferWords } from '#src/order/rules/transfers.ts'
import { Button } from '#src/ui/button.tsx'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { Icon } from '#src/ui/icon.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { OfferList } from './offer-list.tsx'
import { TransferForm } from './transfer-form.tsx'
import ownStyles from './transfers.module.css'
import type { TransfersChart } from './transfers-selectors.ts'

/**
 * View in which the buyer transfers tickets to other people, and sees what was offered to whom
 * [XFER-02, XFER-03, XFER-17].
 */
export default function TransferTickets({
  chart,
  checkout,
}: {
  chart: TransfersChart
  checkout: ComponentProps<typeof NotTransferable>['checkout']
}) {
  const isForm = useSelector(chart, selectIsForm)
  const isSent = useSelector(chart, (snapshot) => snapshot.context.isSent)
  // A back-end that lists no offers says nothing about what was just sent.
  const hasOffers = useSelector(chart, ({ context }) => context.offers.length > 0)
  const hasList = hasOffers || !isSent
  const people = useSelector(chart, ({ context }) => peopleOf(context.offers))
  const hasMore = useSelector(chart, ({ context }) => context.lines.length > 0)
  const isBusy = useSelector(chart, (snapshot) => snapshot.hasTag('busy'))
  const hasFailed = useSelector(chart, ({ context }) => context.message !== '')
  useErrorTitle('Transfer tickets', hasFailed)
  const whyNot = isBusy ? 'The offer is being changed.' : undefined
  if (!isForm)
    return (
      <div className={`${styles.form} ${ownStyles.view}`}>
        {isSent && (
          <div className={ownStyles.sent}>
            <Icon name="check" />
            <div>
              <p className={ownStyles.title} tabIndex={-1} ref={takeLostFocus}>
                Your tickets have been transferred
              </p>
              {people > 0 && (
                <p>
                  Offered to {people} {people === 1 ? 'person' : 'people'}
                </p>
              )}
              {!hasList && <p>Your friends get an email. The tickets move once they accept.</p>}
            </div>
          </div>
        )}
        {hasList && <OfferList chart={chart} />}
        {hasMore && (
          <Button
            look="secondary"
            blockedBecause={whyNot}
            onClick={() => chart.send({ type: 'transfer.more' })}
          >
            {hasOffers || isSent ? 'Transfer more tickets' : 'Transfer tickets'}
          </Button>
        )}
      </div>
    )
  return (
    <div className={`${styles.form} ${ownStyles.view}`}>
      <p>{transferWords}</p>
      <NotTransferable checkout={checkout} />
      <TransferForm chart={chart} />
    </div>
  )
}

/** Counts those who have yet to accept. */
const peopleOf = (offers: Offer[]) => new Set(offers.filter(isOpen).map(({ email }) => email)).size

const selectIsForm = (snapshot: SnapshotFrom<TransfersChart>) =>
  snapshot.matches('form') || snapshot.matches('sending') || snapshot.matches('checking')
