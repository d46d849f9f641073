import { useState } from 'react'
import { PaidLine } from '#src/checkout/paid-line.tsx'
import { waiverLink } from '#src/checkout/rules/waiver-link.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { selectWhole } from '#src/ui/select-whole.ts'
import { waiverEvents } from './rules/waiver-events.ts'
import { copyLink, shareLink } from './share-waiver.ts'
import styles from './waiver.module.css'

/** Waiver step: the events that it is for, and a link to the activity terms, to open, copy or share, or to select if the browser refuses that; once they were opened, Continue is the main way on [WAIV-01..08]. */
export default function WaiverStep({ actor }: StepProps) {
  const [wasOpened, setOpened] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const showIfRefused = (isDone: boolean) => !isDone && setRefusals((before) => before + 1)
  const checkout = useCheckout()
  const events = waiverEvents(checkout)
  const link = waiverLink(checkout.sale_reference)
  return (
    <Step actor={actor} title="Activity Terms and Conditions" summary="plain">
      <PaidLine />
      {events && <h2 className={styles.events}>{events}</h2>}
      <p>
        Everyone taking part must read and accept these terms before the activity. Open them here, or send the
        link to the people you've booked for.
      </p>
      <div className={styles.way}>
        <ButtonLink
          look={wasOpened ? 'secondary' : 'primary'}
          href={link}
          target="_blank"
          rel="noopener"
          onClick={() => setOpened(true)}
        >
          {wasOpened && <Icon name="check" size={18} />}
          <span>
            Read the terms
            <span className="visually-hidden"> (opens in a new tab)</span>
          </span>
        </ButtonLink>
      </div>
      <div className={styles.actions}>
        <LinkButton onClick={() => void copyLink(link).then(showIfRefused)}>Copy link</LinkButton>
        <LinkButton onClick={() => void shareLink(link).then(showIfRefused)}>Share link</LinkButton>
      </div>
      {refusals > 0 && (
        <Field
          // A new key selects it anew.
          key={refusals}
          label="Link to the terms"
          value={link}
          readOnly
          error="We couldn't copy the link. Please copy it from here."
          onFocus={selectWhole}
          ref={focus}
        />
      )}
      <div className={styles.way}>
        <Button
          wide
          look={wasOpened ? 'primary' : 'secondary'}
          onClick={() => actor.send({ type: 'waiver.continue' })}
        >
          Continue
        </Button>
      </div>
    </Step>
  )
}

const focus = (field: HTMLElement | null) => field?.focus()
