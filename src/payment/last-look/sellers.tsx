import { useCheckout } from '#src/checkout/use-checkout.ts'
import { isWebAddress } from '#src/lib/web-address.ts'

const list = new Intl.ListFormat('en-GB')

/**
 * Who is paid, each name a link to their page in a new tab, which keeps what is typed, and what the buyer's statement will say, as
 * far as it is known, as a sentence: of several organisers it is not known whose name that is. Without a payment, whom the order is from.
 */
export function Sellers() {
  const { basket_total, organisers } = useCheckout()
  const named = organisers.filter(({ name }) => name)
  const [first, ...others] = named
  if (!first) return null
  const statement = basket_total > 0 && others.length === 0 && first.statement_name
  return (
    <>
      {basket_total > 0 ? 'You pay ' : 'Your order is from '}
      {list
        .formatToParts(named.map(({ name }) => name))
        // Names and what joins them take turns.
        .map(({ type, value }, index) =>
          type === 'element' ? <Name key={index} name={value} page={named[index / 2]?.full_url} /> : value,
        )}
      {statement && `; your statement says ${statement}`}.{' '}
    </>
  )
}

function Name({ name, page = '' }: { name: string; page: string | undefined }) {
  if (!isWebAddress(page)) return name
  return (
    <a href={page} target="_blank" rel="noopener">
      {name}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
