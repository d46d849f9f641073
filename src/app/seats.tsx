import type { ComponentType } from 'react'
import { createActor, waitFor } from 'xstate'
import { statePath } from '#src/checkout/rules/step-of.ts'
import { ScreenFailure } from '#src/checkout/screen-failure.tsx'
import { emitPageEvent } from '#src/lib/page-events.ts'
import { storePageSeating, type PageSeating } from '#src/seats/page-seating.ts'
import type { SeatsProps } from '#src/seats/seats-props.ts'
import { SeatsScreen } from '#src/seats/seats-screen.tsx'
import { SeatsShell } from '#src/seats/seats-shell.tsx'
import { ScreenBoundary } from '#src/ui/screen-boundary.tsx'
import type { PageScreen } from './page-screen.ts'
import { queryClient } from './query-client.ts'
import { seatPath } from './seat-path.ts'
import { seatsWith } from './seats-with.ts'

/** Creates the seat-selection screen of the event date in the address [CONT-04], which `Screen` draws. Outside React, which draws twice. */
export function createSeats(Screen: ComponentType<SeatsProps>): PageScreen {
  const actor = createActor(seatsWith(queryClient), {
    input: { eventDateId: seatPath(location.pathname) ?? '' },
    inspect: emitPageEvent,
  })
  return {
    content: <Screen actor={actor} />,
    start: () => actor.start(),
    store: (replies) => storePageSeating(queryClient, replies as PageSeating),
    comeTo: ({ substate }, timeout) =>
      waitFor(actor, ({ value }) => statePath(value).at(-1) === substate, { timeout }).then(() => true),
  }
}

/** The seat-selection screen. */
export default function Seats({ actor }: SeatsProps) {
  return (
    <ScreenBoundary instead={failure}>
      <SeatsScreen actor={actor} />
    </ScreenBoundary>
  )
}

/** Reloading loses nothing: the provider holds the chosen seats for the session. */
const failure = () => (
  <SeatsShell state="failed" title="Choose your seats" facts={[]} countdown={null}>
    <ScreenFailure safe="Your basket and the seats you chose are" />
  </SeatsShell>
)
