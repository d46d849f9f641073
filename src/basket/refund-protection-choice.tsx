import { useSelector } from '@xstate/react'
import { Fragment } from 'react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { isWebAddress } from '#src/lib/web-address.ts'
import { formatMoney } from '#src/lib/money.ts'
import { protectionCover } from '#src/basket/rules/refund-protection.ts'
import { Choice } from '#src/ui/choice.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { selectCanChange, selectProtection, type BasketProps } from './basket-selectors.ts'

/** Yes or No to refund protection, if an event is covered, with what it covers if that is told [BASK-10, BASK-32..35, CONT-12]. */
export function RefundProtectionChoice({ chart, checkout }: BasketProps & { checkout: Checkout }) {
  const canChange = useSelector(chart, selectCanChange)
  const chosen = useSelector(chart, selectProtection)
  const cover = protectionCover(checkout)
  if (cover === null) return null

  const told = checkout.organisers
    .filter(({ refund_protection_terms }) => refund_protection_terms)
    .map(({ name, refund_protection_terms, refund_protection_url }) => (
      <Fragment key={name}>
        {`${refund_protection_terms} `}
        {isWebAddress(refund_protection_url) && (
          <a href={refund_protection_url}>Terms of refund protection</a>
        )}{' '}
      </Fragment>
    ))
  const isWanted = chosen ?? checkout.refund_protection
  const option = (wanted: boolean) => ({
    type: 'radio' as const,
    name: 'refund_protection',
    value: Number(wanted),
    label: wanted ? 'Yes' : 'No',
    checked: wanted === isWanted,
    'aria-disabled': !canChange || undefined,
    onChange: () => chart?.send({ type: 'protection.choose', isWanted: wanted }),
  })
  return (
    <Fieldset legend="Refund protection" hint={(told.length > 0 || cover) && [...told, cover]}>
      <Choice
        {...option(true)}
        description="Protect this booking"
        aside={`+${formatMoney(checkout.refund_protection_cost, checkout.currency.symbol)}`}
      />
      <Choice {...option(false)} />
    </Fieldset>
  )
}
