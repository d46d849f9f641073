import type { GiftVoucher } from '#src/checkout/schemas/gift-voucher.ts'
import { formatMoney } from '#src/lib/money.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { Price } from '#src/checkout/price.tsx'
import type { BasketProps } from './basket-selectors.ts'
import { LineFrame } from './line-frame.tsx'
import styles from './line-frame.module.css'
import { LineQuantity } from './line-quantity.tsx'

const limits = { max_can_reserve: null, min_per_customer: 0 }

/** Basket line of gift vouchers of one value [BASK-60, BASK-61, BASK-65]. */
export function VoucherLineRow({
  chart,
  voucher,
  symbol,
  place,
  isRemoving,
  onRemove,
}: BasketProps & {
  voucher: GiftVoucher
  symbol: string
  place: number
  isRemoving: boolean
  onRemove: () => void
}) {
  const { id, value, name, qty, o_name, o_url, uk_expiry_date, thumbnail } = voucher
  const organiserAddress = webAddress(o_url)
  const worth = formatMoney(value, symbol)
  const label = [name, worth].filter(Boolean).join(', ')

  return (
    <LineFrame
      chart={chart}
      removal={{ type: 'voucher.remove', voucherId: id, value, undo: { quantity: qty, name: label, place } }}
      name={label}
      picture={thumbnail}
      title={name}
      notes={
        <>
          {o_name && (
            <p className={styles.quiet}>
              {organiserAddress ? <a href={organiserAddress}>{o_name}</a> : o_name}
            </p>
          )}
          {uk_expiry_date && <p className={styles.quiet}>Expires {uk_expiry_date}</p>}
        </>
      }
      price={
        <Price of={{ price: value, fee: 0 }} money={(pence) => formatMoney(pence, symbol)} quantity={qty} />
      }
      quantity={
        <LineQuantity
          chart={chart}
          line={{ kind: 'voucher', id, value }}
          limits={limits}
          quantity={qty}
          label={label}
        />
      }
      isRemoving={isRemoving}
      onRemove={onRemove}
    />
  )
}
