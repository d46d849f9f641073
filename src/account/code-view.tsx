import { useState } from 'react'
import { config } from '#src/lib/config.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { FieldFrame } from '#src/ui/field.tsx'
import { useStepForm } from '#src/ui/form.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { SecondsLeft } from '#src/ui/seconds-left.tsx'
import styles from '#src/checkout/step-form.module.css'
import '#src/ui/one-time-code.css'
import codeStyles from './code-view.module.css'
import { CODE_DIGITS, codeReason, codeSchema, digitsOf } from './account-schemas.ts'
import { ChangeEmail } from './change-email.tsx'

/** Asks for the one-time code. `message` is the server's error about the last code. */
export function CodeView({
  email,
  message,
  isBusy,
  onSubmit,
  resend,
  onChangeEmail,
}: {
  email: string
  message: string
  isBusy: boolean
  onSubmit: (code: string) => void
  /** "Send again", where it is offered; after a code was sent it is paused until an instant of `performance.now()`. */
  resend?: { isSending: boolean; pausedUntil: number | null; onPress: () => void }
  onChangeEmail: () => void
}) {
  const form = useStepForm(codeSchema, ({ code }) => onSubmit(code))
  const { name, ...field } = form.refusable('code', message)
  // By which the styles mark the cell of the next digit.
  const [typed, setTyped] = useState(0)
  useErrorTitle('Account', field.errorSpoken && field.error !== undefined)
  return (
    <form {...form.props} className={`${styles.form} ${codeStyles.code}`}>
      <ErrorSummary key={form.attempt} problems={form.problems} />
      <FieldFrame
        {...field}
        label="One-time code"
        hint={
          <>
            Sent to <b>{email}</b>, valid for 15 minutes
          </>
        }
      >
        {(ties) => (
          <span data-look="code" data-typed={typed}>
            <span aria-hidden="true">
              {Array.from({ length: CODE_DIGITS }, (_, index) => (
                <i key={index} />
              ))}
            </span>
            <input
              {...ties}
              name={name}
              inputMode="numeric"
              autoComplete="one-time-code"
              onInput={({ currentTarget }) => setTyped(keepDigits(currentTarget))}
              ref={focus}
            />
          </span>
        )}
      </FieldFrame>
      <Button
        type="submit"
        wide
        busy={isBusy && !resend?.isSending}
        blockedBecause={
          resend?.isSending ? 'We are sending another code.' : form.fits ? undefined : `${codeReason}.`
        }
        onBlockedPress={() => !resend?.isSending && form.props.ref.current?.requestSubmit()}
      >
        Verify
      </Button>
      <div className={codeStyles.links}>
        {resend && (
          <LinkButton busy={isBusy || resend.pausedUntil !== null} onClick={resend.onPress}>
            Send again
            {resend.pausedUntil !== null && <SecondsLeft until={resend.pausedUntil} />}
          </LinkButton>
        )}
        <ChangeEmail isBusy={isBusy} onPress={onChangeEmail} />
      </div>
      {config.isSandbox && (
        <p className={styles.sandbox}>
          Sandbox:{' '}
          <a href="/sandbox/outbox/" target="_blank" rel="noreferrer">
            read the email
          </a>
        </p>
      )}
    </form>
  )
}

/** Removes from the field what is no digit, and returns how many are left. */
function keepDigits(input: HTMLInputElement): number {
  const digits = digitsOf(input.value)
  // Setting the value moves the caret to the end, so set it only when something was removed.
  if (digits !== input.value) input.value = digits
  return digits.length
}

function focus(input: HTMLInputElement | null) {
  input?.focus()
}
