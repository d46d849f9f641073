import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { simpleInfoQuery } from './calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { hasTransfers, tellsMore } from '#src/order/rules/order-offers.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { ActivityTerms } from './activity-terms.tsx'
import { DonationThanks } from './donation-thanks.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { FeedbackDialog } from './feedback-dialog.tsx'
import { NotTransferable } from './not-transferable.tsx'
import { orderIcons } from './order-icons.ts'
import type { OrderCompletedChart, OrderSnapshot } from './order-completed-selectors.ts'
import { PlanNotes } from './order-messages.tsx'
import styles from './overview.module.css'
import { PlanPayments } from './plan-payments.tsx'
import { Receipt } from './receipt.tsx'
import { Reference } from './reference.tsx'
import { TicketStub } from './ticket-stub.tsx'
import { Tiles } from './tiles.tsx'
import { VoucherStub } from './voucher-stub.tsx'
import { WhatNext } from './what-next.tsx'

/**
 * Shows a completed order: its tickets or gift vouchers with the way to the codes or the payments of their plan, reference, what is
 * left to do, what happens next, thanks for a donation, the tiles, and the receipt [DONE-04..25]. What comes with the details of a shop
 * that tells more than is documented has its place from the start, and keeps it without them, so that nothing moves. Without them, the
 * reference of the checkout is shown [DONE-26, DONE-27]. `isStill` leaves out the animations.
 */
export function Overview({
  chart,
  checkout,
  isStill,
}: {
  chart: OrderCompletedChart
  checkout: Checkout
  isStill: boolean
}) {
  const { data: order } = useQuery({ ...simpleInfoQuery, enabled: false })
  const isLoading = useSelector(chart, selectIsLoading)
  const isGivingFeedback = useSelector(chart, selectIsGivingFeedback)
  const isCorrecting = useSelector(chart, selectIsCorrecting)
  const isPending = isLoading && !order
  const shown = order?.shown_tickets
  const codes = shown && webAddress(shown.href)
  const hasPlan = checkout.payment_plan_remaining
  const hasTickets = checkout.tickets.length > 0
  const keepsCodes = hasTickets && !hasPlan && tellsMore(checkout)
  const walletLook = codes || (isPending && keepsCodes) ? 'link' : hasPlan ? 'secondary' : 'primary'
  const payments = order?.payments ?? []
  const OrderStub = hasTickets ? TicketStub : VoucherStub
  return (
    <div className={styles.overview} data-still={isStill || undefined}>
      <div className={styles.part}>
        <OrderStub checkout={checkout} dates={order?.dates ?? []}>
          {hasPlan && <PlanPayments payments={payments} checkout={checkout} />}
          <div className={styles.main}>
            {codes ? (
              <CodesLink href={codes} qty={shown.qty} />
            ) : (
              keepsCodes && (
                <div className={styles.placeholder} aria-hidden="true">
                  <CodesLink href="" qty={2} />
                </div>
              )
            )}
            <ButtonLink href="/account/wallet/" look={walletLook}>
              Go to the ticket wallet
            </ButtonLink>
          </div>
          <Reference text={isPending ? '' : order?.sale_reference || checkout.sale_reference} />
        </OrderStub>
      </div>
      <div className={styles.part}>
        <ActivityTerms checkout={checkout} />
        {hasPlan ? <PlanNotes /> : <WhatNext chart={chart} email={order?.sale_email ?? ''} />}
        <DonationThanks checkout={checkout} />
        <Tiles chart={chart} checkout={checkout} />
        {!hasTransfers(checkout) && <NotTransferable checkout={checkout} />}
        <Receipt checkout={checkout} payments={payments} />
      </div>
      {isGivingFeedback && <FeedbackDialog chart={chart} />}
      {isCorrecting && <EmailDialog chart={chart} />}
    </div>
  )
}

const CodesLink = ({ href, qty }: { href: string; qty: number }) => (
  <ButtonLink href={href}>
    <Icon path={orderIcons.qr} />
    {qty === 1 ? 'Show ticket' : `Show tickets (${qty})`}
  </ButtonLink>
)

const selectIsLoading = (order: OrderSnapshot) => order.matches({ details: 'loading' })
const selectIsGivingFeedback = (order: OrderSnapshot) => order.hasTag('feedback')
const selectIsCorrecting = (order: OrderSnapshot) => order.hasTag('email')
