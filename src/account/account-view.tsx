import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { accountMachine } from '#machines/account.ts'
import { statePath } from '#src/checkout/rules/step-of.ts'
import { goBackToEmail } from '#src/checkout/step-history.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { CodeView } from './code-view.tsx'
import { ConfirmedView } from './confirmed-view.tsx'
import { EmailView } from './email-view.tsx'
import { NameView } from './name-view.tsx'

/** View for each state of the account chart; it stays mounted during its own call. */
export function AccountView({ account }: { account: ActorRefFrom<typeof accountMachine> }) {
  const { init_guest_email } = useCheckout()
  const snapshot = useSelector(account, (current) => current)
  const { email, fullName, message, freshStarts, resendableAt } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  const [state, within] = statePath(snapshot.value)
  const changeEmail = () => goBackToEmail(account)

  switch (state) {
    case 'loading':
      return <Spinner />
    case 'enter_email':
    case 'sending_code':
      return (
        <EmailView
          email={email || init_guest_email}
          message={message}
          isBusy={isBusy}
          onSubmit={(typed) => account.send({ type: 'email.submit', email: typed })}
        />
      )
    case 'one_time_code_sent':
    case 'resending_code':
    case 'checking_code':
      return (
        <CodeView
          // A rejected code clears and focuses the field [ACCT-21, ACCT-22], and so does another one.
          key={freshStarts}
          email={email}
          message={message}
          isBusy={isBusy}
          onSubmit={(code) => account.send({ type: 'code.verify', code })}
          resend={{
            isSending: state === 'resending_code',
            pausedUntil: within === 'resend_paused' ? resendableAt : null,
            onPress: () => account.send({ type: 'code.resend' }),
          }}
          onChangeEmail={changeEmail}
        />
      )
    case 'confirm_name':
    case 'saving_guest':
      return (
        <NameView
          email={email}
          fullName={fullName}
          message={message}
          isBusy={isBusy}
          onSubmit={(typed) => account.send({ type: 'name.submit', fullName: typed })}
          onChangeEmail={changeEmail}
        />
      )
    case 'confirm_account':
    case 'signing_out':
      return (
        <ConfirmedView
          isBusy={isBusy}
          onContinue={() => account.send({ type: 'account.continue' })}
          onSignOut={() => account.send({ type: 'account.sign_out' })}
        />
      )
    default:
      return null
  }
}
