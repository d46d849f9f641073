import { useSelector } from '@xstate/react'
import * as z from 'zod/mini'
import { draftOf } from '#src/lib/form-drafts.ts'
import { must } from '#src/lib/must.ts'
import styles from '#src/checkout/step-form.module.css'
import { announceContent } from '#src/ui/announcer.tsx'
import { bringIntoView } from '#src/ui/bring-into-view.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { typed } from '#src/ui/form-values.ts'
import { useStepForm } from '#src/ui/form.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import type { DeliveryAddressChart } from './delivery-address-selectors.ts'
import foundStyles from './found-addresses.module.css'
import { foundAddressText } from './found-address.ts'

const reason = 'Type at least 3 characters'
const finderSchema = z.object({ text: typed.check(must((text) => text.length >= 3, reason)) })

const finderId = 'address-finder'

/** Focuses the field of the address search, if that is shown, with its label in sight. */
export function focusFinder() {
  const field = document.getElementById(finderId)?.querySelector('input')
  field?.focus()
  bringIntoView(field?.labels?.[0] ?? null)
}

const foundId = 'found-addresses'

/** Focuses the first of the found addresses. */
export const focusFound = () => document.getElementById(foundId)?.querySelector('button')?.focus()

/** Address search by postcode or first line, with a list of results [ADDR-05, ADDR-06, ADDR-19]. */
export function AddressFinder({ chart }: { chart: DeliveryAddressChart }) {
  const isFinding = useSelector(chart, (snapshot) => snapshot.matches({ editing: 'finding' }))
  const isFound = useSelector(chart, (snapshot) => snapshot.matches({ editing: 'found_addresses' }))
  const form = useStepForm(
    finderSchema,
    ({ text }) => chart.send({ type: 'address.find', text }),
    draftOf('delivery_address'),
  )

  function showProblem() {
    form.props.ref.current?.requestSubmit()
    focusFinder()
  }

  return (
    <div className={`${styles.part} ${foundStyles.place}`}>
      <form
        {...form.props}
        id={finderId}
        className={foundStyles.finder}
        role="search"
        aria-label="Address finder"
      >
        <Field
          {...form.field('text')}
          label="Find your address"
          hint="Postcode or street, at least 3 characters."
          autoComplete="postal-code"
          enterKeyHint="search"
          ref={takeLostFocus}
        />
        <Button
          type="submit"
          look="secondary"
          busy={isFinding}
          blockedBecause={form.fits ? undefined : `${reason}.`}
          onBlockedPress={showProblem}
        >
          Find
        </Button>
      </form>
      {isFound && <FoundAddresses chart={chart} />}
      <LinkButton onClick={() => chart.send({ type: 'address.enter' })}>
        Enter the address manually
      </LinkButton>
    </div>
  )
}

function FoundAddresses({ chart }: { chart: DeliveryAddressChart }) {
  const found = useSelector(chart, (snapshot) => snapshot.context.found)
  const words = found.length
    ? `Choose your address (${found.length} found)`
    : "We couldn't find an address. Try another search, or enter it manually."
  return (
    <div className={styles.actions}>
      <p ref={announceContent}>{words}</p>
      <ul className={foundStyles.list} id={foundId}>
        {found.map((address, index) => (
          <li key={index}>
            <button
              type="button"
              className={foundStyles.row}
              onClick={() => chart.send({ type: 'address.choose', address })}
            >
              <FoundAddressText text={foundAddressText(address)} />
              <Icon path="m9.5 7 5 5-5 5" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A found address, with its first part before the street and town that it shares with others. */
function FoundAddressText({ text }: { text: string }) {
  const [first, ...rest] = text.split(', ')
  return (
    <span>
      {first}
      {rest.length > 0 && (
        <>
          , <small>{rest.join(', ')}</small>
        </>
      )}
    </span>
  )
}
