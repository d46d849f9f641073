import { useUser } from '#src/checkout/use-checkout.ts'
import { Button } from '#src/ui/button.tsx'
import { EmailAddress } from '#src/ui/email-address.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import styles from '#src/checkout/step-form.module.css'

/** Shows the signed-in account, to continue or to sign out [ACCT-11]. */
export function ConfirmedView({
  isBusy,
  onContinue,
  onSignOut,
}: {
  isBusy: boolean
  onContinue: () => void
  onSignOut: () => void
}) {
  const user = useUser()
  return (
    <>
      <div>
        <p>You're signed in as</p>
        <p>
          <b>{user?.full_name || (user && <EmailAddress email={user.email} />)}</b>
        </p>
        {user?.full_name && (
          <p className={styles.quiet}>
            <EmailAddress email={user.email} />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button wide onClick={onContinue}>
          Continue
        </Button>
        <LinkButton busy={isBusy} onClick={onSignOut}>
          {isBusy ? 'Signing out' : 'Sign out'}
        </LinkButton>
      </div>
    </>
  )
}
