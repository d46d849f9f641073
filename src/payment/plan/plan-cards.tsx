import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { Choice } from '#src/ui/choice.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'

type SavedCard = Checkout['payment_methods'][number]

/** Saved cards, with a new card as the last choice [INST-10..12]. */
export function PlanCards({
  cards,
  chosen,
  group,
  onChoose,
}: {
  cards: readonly SavedCard[]
  chosen: string
  group: { id: string; error: string | undefined }
  onChoose: (card: string) => void
}) {
  return (
    <Fieldset {...group} legend="Which card would you like to pay with?">
      {cards.map((card) => (
        <Choice
          key={card.payment_method_id}
          type="radio"
          name="saved_card"
          value={card.payment_method_id}
          label={<CardName card={card} />}
          description={`Expires ${card.expiry}${card.is_default ? ' · Default' : ''}`}
          checked={card.payment_method_id === chosen}
          onChange={() => onChoose(card.payment_method_id)}
        />
      ))}
      <Choice
        type="radio"
        name="saved_card"
        value=""
        label="New payment card"
        checked={chosen === ''}
        onChange={() => onChoose('')}
      />
    </Fieldset>
  )
}

/** Brand and last four digits; screen readers get words for the masked ones. */
function CardName({ card: { card_type, last4digits } }: { card: SavedCard }) {
  return (
    <>
      {`${brands[card_type]} `}
      <span aria-hidden="true">••••&nbsp;</span>
      <span className="visually-hidden">ending in </span>
      {last4digits}
    </>
  )
}

const brands: Record<SavedCard['card_type'], string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  other: 'Card',
}
