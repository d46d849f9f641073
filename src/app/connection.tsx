import { useSelector } from '@xstate/react'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { connectionMachine } from '#machines/connection.ts'
import { networkSignals } from './network-signals.ts'
import { ConnectionBanner } from '#src/ui/connection-banner.tsx'
import { showCheckout } from './checkout-actor.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { replaceRead } from '#src/http/replace-read.ts'
import { queryClient } from './query-client.ts'
import type { Complete } from './complete.ts'

const machine = connectionMachine.provide({
  actors: { networkSignals } satisfies Complete<typeof connectionMachine>,
  actions: {
    refreshCheckout: showCheckout,
    replaceRead: () => {
      replaceRead(queryClient, checkoutQuery)
      replaceRead(queryClient, userQuery)
    },
  },
})

/** The connection of the page, and its banner above both screens. */
export const connectionActor = createActor(machine, {
  // Its events would fill the session's log.
  inspect: (event) => globalThis.onPageEvent?.(event),
}).start()

function Banner() {
  return <ConnectionBanner state={useSelector(connectionActor, ({ value }) => value)} />
}

const area = document.createElement('div')
// A banner within a box of its own height would not stick.
area.style.display = 'contents'
document.body.prepend(area)
createRoot(area).render(<Banner />)
