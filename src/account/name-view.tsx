import { draftOf } from '#src/lib/form-drafts.ts'
import { Button } from '#src/ui/button.tsx'
import { EmailAddress } from '#src/ui/email-address.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { Field } from '#src/ui/field.tsx'
import { useStepForm } from '#src/ui/form.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import styles from '#src/checkout/step-form.module.css'
import { nameSchema } from './account-schemas.ts'
import { ChangeEmail } from './change-email.tsx'

/** Asks a new buyer for a name. `message` is why the last one could not be saved. */
export function NameView({
  email,
  fullName,
  message,
  isBusy,
  onSubmit,
  onChangeEmail,
}: {
  email: string
  fullName: string
  message: string
  isBusy: boolean
  onSubmit: (fullName: string) => void
  onChangeEmail: () => void
}) {
  const form = useStepForm(nameSchema, (typed) => onSubmit(typed.fullName), draftOf('login'))
  const field = form.refusable('fullName', message)
  useErrorTitle('Account', field.errorSpoken && field.error !== undefined)
  return (
    <form {...form.props} className={styles.form}>
      <ErrorSummary key={form.attempt} problems={form.problems} />
      <div>
        <p>Thanks, your email address is confirmed. What's your name?</p>
        <p className={styles.quiet}>
          <EmailAddress email={email} />
        </p>
      </div>
      <Field
        {...field}
        label="Full name"
        autoComplete="name"
        spellCheck={false}
        defaultValue={fullName}
        ref={takeLostFocus}
      />
      <div className={styles.actions}>
        <Button type="submit" wide busy={isBusy}>
          Continue
        </Button>
        <ChangeEmail isBusy={isBusy} onPress={onChangeEmail} />
      </div>
    </form>
  )
}
