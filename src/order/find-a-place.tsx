import { useState } from 'react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { config } from '#src/lib/config.ts'
import { placesToStay } from '#src/order/rules/places-to-stay.ts'
import { LinkButton } from '#src/ui/link-button.tsx'
import styles from './find-a-place.module.css'

/** A map of places to stay near an event; with several events, links switch the map [STAY-01..08]. */
export function FindAPlace({ checkout }: { checkout: Checkout }) {
  const stays = placesToStay(checkout, config.accommodation, location.origin)
  const [chosenId, setChosenId] = useState(stays[0]?.eventId)
  const shown = stays.find(({ eventId }) => eventId === chosenId)
  return (
    <div className={styles.places} data-wide>
      {stays.length > 1 && (
        <ul className={styles.events}>
          {stays.map(({ eventId, title }) => (
            <li key={eventId}>
              <LinkButton aria-pressed={eventId === chosenId} onClick={() => setChosenId(eventId)}>
                Find a place to stay near the {title} event
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <iframe
          key={shown.map}
          className={styles.map}
          src={shown.map}
          title={`Places to stay near the ${shown.title} event`}
          loading="lazy"
          referrerPolicy="origin"
          sandbox={sandboxOf(shown.map)}
        />
      )}
    </div>
  )
}

/** Another site's map keeps its own origin, which it needs for its calls; this shop's map gets none. */
function sandboxOf(map: string) {
  const own = new URL(map).origin === location.origin ? '' : ' allow-same-origin'
  return `allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox${own}`
}
