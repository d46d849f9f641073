import { useSelector } from '@xstate/react'
import { isOpen } from '#machines/transfers.ts'
import styles from '#src/checkout/step-form.module.css'
import { offerText } from '#src/order/rules/offers.ts'
import type { Offer } from '#src/order/schemas.ts'
import { LinkButton } from '#src/ui/link-button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { WholeDates } from '#src/checkout/whole-dates.tsx'
import { CorrectOffer } from './correct-offer.tsx'
import ownStyles from './transfers.module.css'
import type { TransfersChart } from './transfers-selectors.ts'

/** Lists to whom tickets were offered. Until they accept, the buyer can take an offer back or correct it. */
export function OfferList({ chart }: { chart: TransfersChart }) {
  const snapshot = useSelector(chart, (current) => current)
  const { offers, message, change } = snapshot.context
  const isCorrecting =
    snapshot.matches('correcting') || (snapshot.hasTag('busy') && change.recipient !== null)
  return (
    <section className={styles.part}>
      {message && <Notice tone="error">{message}</Notice>}
      <p
        // A new key takes the focus that a pressed button or a sent form leaves; the form takes it by itself.
        key={isCorrecting ? '' : `${snapshot.value} ${offers.map(({ id }) => id).join()}`}
        tabIndex={-1}
        ref={isCorrecting ? undefined : takeLostFocus}
      >
        {whatNext(offers)}
      </p>
      <ul className={ownStyles.offers}>
        {offers.map((offer) => (
          <li key={offer.id} className={ownStyles.offer}>
            <div>
              <p className={ownStyles.title}>
                {offer.qty} × {offer.title}
              </p>
              <p>
                <WholeDates>{offerText(offer)}</WholeDates>
              </p>
            </div>
            {isCorrecting && change.id === offer.id ? (
              <CorrectOffer chart={chart} offer={offer} isBusy={snapshot.hasTag('busy')} />
            ) : (
              <Changes chart={chart} offer={offer} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function whatNext(offers: Offer[]): string {
  if (offers.length === 0) return 'You offer no tickets to anybody. All of them are in your wallet.'
  const stay = 'The tickets stay in your wallet until they are accepted.'
  if (!offers.some(isOpen)) return stay
  const when = offers.some(({ status }) => status === 'offered') ? '' : ' at the time you chose'
  return `${stay} Your friends are asked by email${when}; until they accept, you can correct or cancel an offer here.`
}

function Changes({ chart, offer }: { chart: TransfersChart; offer: Offer }) {
  const { id, name } = offer
  const isOpen = useSelector(chart, (snapshot) => snapshot.can({ type: 'offer.cancel', id }))
  if (!isOpen) return null
  return (
    <div className={ownStyles.changes}>
      <LinkButton onClick={() => chart.send({ type: 'offer.correct', id })}>
        Correct<span className="visually-hidden"> the offer to {name}</span>
      </LinkButton>
      <LinkButton onClick={() => chart.send({ type: 'offer.cancel', id })}>
        Cancel<span className="visually-hidden"> the offer to {name}</span>
      </LinkButton>
    </div>
  )
}
