import { useSelector } from '@xstate/react'
import { CodeView } from '#src/account/code-view.tsx'
import { EmailView } from '#src/account/email-view.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { OrderCompletedChart, OrderSnapshot } from './order-completed-selectors.ts'

/** Corrects the email of the order: asks for the right one, then for the code that was sent to it. */
export function EmailDialog({ chart }: { chart: OrderCompletedChart }) {
  const { email, message } = useSelector(chart, selectContext)
  const isBusy = useSelector(chart, selectIsBusy)
  const isConfirming = useSelector(chart, selectIsConfirming)
  return (
    <Dialog title="Send the tickets to another email" onClose={() => chart.send({ type: 'overview.return' })}>
      {isConfirming ? (
        <CodeView
          email={email}
          message={message}
          isBusy={isBusy}
          onSubmit={(code) => chart.send({ type: 'code.verify', code })}
          onChangeEmail={() => chart.send({ type: 'email.correct' })}
        />
      ) : (
        <EmailView
          email={email}
          message={message}
          isBusy={isBusy}
          onSubmit={(typed) => chart.send({ type: 'email.submit', email: typed })}
        />
      )}
    </Dialog>
  )
}

const selectContext = ({ context }: OrderSnapshot) => context
const selectIsBusy = (order: OrderSnapshot) => order.hasTag('busy')
const selectIsConfirming = (order: OrderSnapshot) =>
  order.matches({ view: { correcting_email: 'confirming' } }) ||
  order.matches({ view: { correcting_email: 'changing_email' } })
