import { useSelector } from '@xstate/react'
import { useBuyerEmail, useCheckout, useUser } from '#src/checkout/use-checkout.ts'
import { keepPostcodes } from '#src/lib/postcode.ts'
import { tellsMore } from '#src/order/rules/order-offers.ts'
import { postedTo } from '#src/order/rules/posted.ts'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import type { OrderCompletedChart, OrderSnapshot } from './order-completed-selectors.ts'
import { orderIcons } from './order-icons.ts'
import { VoucherDelivery, WalletSent } from './order-messages.tsx'
import styles from './what-next.module.css'

/**
 * Shows what happens next: where the tickets were sent, ways to send them again, whose places are kept where they may come, the
 * subscription, or that there is one now, and what comes by post [DONE-12..16]. The text gets the focus of a link that its press has
 * removed.
 */
export function WhatNext({ chart, email }: { chart: OrderCompletedChart; email: string }) {
  const checkout = useCheckout()
  const { tickets, gift_vouchers } = checkout
  const isVouchers = tickets.length === 0 && gift_vouchers.length > 0
  const posted = isVouchers ? '' : postedTo(checkout)
  const user = useUser()
  const buyerEmail = useBuyerEmail()
  const canResend = useSelector(chart, selectCanResend)
  const canCorrectEmail = useSelector(chart, selectCanCorrectEmail)
  const isResending = useSelector(chart, selectIsResending)
  const isSubscribing = useSelector(chart, selectIsSubscribing)
  const hasSubscribed = useSelector(chart, selectHasSubscribed)
  const hasCorrected = useSelector(chart, selectHasCorrected)
  const keepsPlaces = tellsMore(checkout)
  const linksGone = Number(hasSubscribed) + Number(hasCorrected)
  return (
    <section className={styles.next}>
      <Icon path={orderIcons.mail} size={24} />
      <div className={styles.body}>
        <div key={linksGone} tabIndex={-1} ref={linksGone ? takeLostFocus : undefined}>
          {isVouchers && <VoucherDelivery {...checkout} />}
          <WalletSent email={email || buyerEmail} />
        </div>
        <div className={styles.actions}>
          {canResend ? (
            <LinkButton busy={isResending} onClick={() => chart.send({ type: 'tickets.resend' })}>
              Send it again
            </LinkButton>
          ) : (
            keepsPlaces && <Placeholder link="Send it again" />
          )}
          {canCorrectEmail ? (
            <LinkButton onClick={() => chart.send({ type: 'email.correct' })}>Wrong email?</LinkButton>
          ) : (
            checkout.express && keepsPlaces && <Placeholder link="Wrong email?" />
          )}
          {hasSubscribed ? (
            <span className={styles.subscribed}>
              <Icon name="check" size={18} />
              Subscribed to important updates
            </span>
          ) : (
            !user?.is_event_subscribed && (
              <LinkButton busy={isSubscribing} onClick={() => chart.send({ type: 'updates.subscribe' })}>
                Subscribe to important updates
              </LinkButton>
            )
          )}
        </div>
        {posted && <p className={styles.more}>{keepPostcodes(posted)}</p>}
      </div>
    </section>
  )
}

const Placeholder = ({ link }: { link: string }) => (
  <span className={styles.placeholder} aria-hidden="true">
    {link}
  </span>
)

const selectCanResend = ({ context }: OrderSnapshot) => context.canResend
const selectCanCorrectEmail = ({ context }: OrderSnapshot) => context.canCorrectEmail
const selectIsResending = (order: OrderSnapshot) => order.matches({ resend: 'resending' })
const selectIsSubscribing = (order: OrderSnapshot) => order.matches({ updates: 'subscribing' })
const selectHasSubscribed = ({ context }: OrderSnapshot) => context.isSubscribed
const selectHasCorrected = ({ context }: OrderSnapshot) => context.email !== '' && !context.canCorrectEmail
