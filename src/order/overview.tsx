import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { simpleInfoQuery } from './calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { ButtonLink, type ButtonLook } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { DonationThanks } from './donation-thanks.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { FeedbackDialog } from './feedback-dialog.tsx'
import { orderIcons } from './order-icons.ts'
import type { OrderCompletedChart, OrderSnapshot } from './order-completed-selectors.ts'
import { PlanNotes } from './order-messages.tsx'
import styles from './overview.module.css'
import { Receipt } from './receipt.tsx'
import { Reference } from './reference.tsx'
import { TicketStub } from './ticket-stub.tsx'
import { Tiles } from './tiles.tsx'
import { VoucherStub } from './voucher-stub.tsx'
import { WhatNext } from './what-next.tsx'

/**
 * Overview of a completed order: its tickets or gift vouchers with the way to the codes, reference, what happens next, the tiles, and
 * the receipt [DONE-04..25].
 * Without the shop's details, the reference of the checkout is shown [DONE-26, DONE-27]. `isStill` leaves out the animations.
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
  const shown = order?.shown_tickets
  const codes = shown && webAddress(shown.href)
  const hasTickets = checkout.tickets.length > 0
  // Room is kept for what is about to come, so that nothing moves then.
  const isComing = isLoading && !order

  const foot = (
    <>
      <div className={styles.main} data-two={(hasTickets && !checkout.payment_plan_remaining) || undefined}>
        {codes && (
          <ButtonLink href={codes}>
            <Icon path={orderIcons.qr} />
            {shown.qty === 1 ? 'Show ticket' : `Show tickets (${shown.qty})`}
          </ButtonLink>
        )}
        {(!isLoading || !hasTickets) && <WalletLink look={codes ? 'secondary' : 'primary'} />}
      </div>
      <Reference text={isLoading ? '' : order?.sale_reference || checkout.sale_reference} />
    </>
  )

  return (
    <div className={styles.overview} data-still={isStill || undefined}>
      {hasTickets ? (
        <TicketStub checkout={checkout} dates={isComing ? undefined : (order?.dates ?? [])}>
          {foot}
        </TicketStub>
      ) : (
        <VoucherStub checkout={checkout}>{foot}</VoucherStub>
      )}
      <div className={styles.part}>
        {checkout.payment_plan_remaining ? (
          <PlanNotes />
        ) : (
          <WhatNext chart={chart} email={order?.sale_email ?? ''} isComing={isComing} />
        )}
        <Tiles chart={chart} checkout={checkout} isComing={isComing} />
        <Receipt checkout={checkout} payments={isComing ? undefined : (order?.payments ?? [])} />
        <DonationThanks checkout={checkout} />
      </div>
      {isGivingFeedback && <FeedbackDialog chart={chart} />}
      {isCorrecting && <EmailDialog chart={chart} />}
    </div>
  )
}

function WalletLink({ look }: { look: ButtonLook }) {
  return (
    <ButtonLink href="/account/wallet/" look={look}>
      Go to the ticket wallet
    </ButtonLink>
  )
}

const selectIsLoading = (order: OrderSnapshot) => order.matches({ details: 'loading' })
const selectIsGivingFeedback = (order: OrderSnapshot) => order.hasTag('feedback')
const selectIsCorrecting = (order: OrderSnapshot) => order.hasTag('email')
