import { draftOf } from '#src/lib/form-drafts.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { Field } from '#src/ui/field.tsx'
import { useStepForm } from '#src/ui/form.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import styles from '#src/checkout/step-form.module.css'
import { emailSchema } from './account-schemas.ts'

/** Asks for the email address for the one-time code. `message` is the server's error about the last attempt. */
export function EmailView({
  email,
  message,
  isBusy,
  onSubmit,
}: {
  email: string
  message: string
  isBusy: boolean
  onSubmit: (email: string) => void
}) {
  const form = useStepForm(emailSchema, (typed) => onSubmit(typed.email), draftOf('login'))
  const field = form.refusable('email', message)
  useErrorTitle('Account', field.errorSpoken && field.error !== undefined)
  return (
    <form {...form.props} className={styles.form}>
      <ErrorSummary key={form.attempt} problems={form.problems} />
      <div>
        <p className={styles.question}>Where shall we send your order?</p>
        <p>
          We'll email you a one-time code. <span className="whole">No password needed.</span>
        </p>
      </div>
      <Field
        {...field}
        label="Email address"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={email}
        ref={takeLostFocus}
      />
      <Button type="submit" wide busy={isBusy}>
        Send code
      </Button>
    </form>
  )
}
