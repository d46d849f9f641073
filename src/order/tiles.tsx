import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { rewardReferrerLinkQuery } from './calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { canStay, hasTransfers } from '#src/order/rules/order-offers.ts'
import { hasReward, shareLabel } from '#src/order/rules/sharing.ts'
import { Icon } from '#src/ui/icon.tsx'
import { livestreams } from './livestreams.ts'
import type { OrderCompletedChart, OrderSnapshot } from './order-completed-selectors.ts'
import { orderIcons } from './order-icons.ts'
import { ShareDialog } from './share-dialog.tsx'
import styles from './tiles.module.css'

/**
 * Shows what the buyer can do next, each by its own rule [DONE-17..25]. What comes with the details has its place from the start;
 * a link to share may come without notice, and so is last.
 */
export function Tiles({ chart, checkout }: { chart: OrderCompletedChart; checkout: Checkout }) {
  const { data = '' } = useQuery({ ...rewardReferrerLinkQuery, enabled: false })
  const link = webAddress(data)
  const hasLines = useSelector(chart, selectHasLines)
  const hasOffers = useSelector(chart, selectHasOffers)
  const hasStay = useSelector(chart, selectHasStay)
  const [isSharing, setIsSharing] = useState(false)
  const streams = livestreams(checkout)
  const stay = { icon: 'bed', label: 'Find a place to stay' } as const
  const transfer = { icon: 'send', label: hasOffers ? 'Offered tickets' : 'Transfer tickets' } as const
  const share = { icon: 'share', label: shareLabel(checkout.events) } as const
  return (
    <>
      <ul className={styles.tiles}>
        {streams.map(({ id, title, address }) => (
          <li key={id}>
            <a className={styles.tile} href={address}>
              <Face icon="play" label="How to watch the livestream" note={streams.length > 1 ? title : ''} />
            </a>
          </li>
        ))}
        {hasLines || hasOffers ? (
          <Action {...transfer} onPress={() => chart.send({ type: 'transfer.open' })} />
        ) : (
          hasTransfers(checkout) && <Placeholder {...transfer} />
        )}
        {hasStay ? (
          <Action {...stay} onPress={() => chart.send({ type: 'stay.open' })} />
        ) : (
          canStay(checkout) && <Placeholder {...stay} />
        )}
        <Action icon="speech" label="How did we do?" onPress={() => chart.send({ type: 'feedback.open' })} />
        {link ? (
          <Action {...share} onPress={() => setIsSharing(true)} />
        ) : (
          hasReward(checkout) && <Placeholder {...share} />
        )}
      </ul>
      {isSharing && link && (
        <ShareDialog events={checkout.events} link={link} onClose={() => setIsSharing(false)} />
      )}
    </>
  )
}

function Placeholder(face: { icon: keyof typeof orderIcons; label: string }) {
  return (
    <li className={styles.placeholder} aria-hidden="true">
      <span className={styles.tile}>
        <Face {...face} />
      </span>
    </li>
  )
}

function Action({
  icon,
  label,
  onPress,
}: {
  icon: keyof typeof orderIcons
  label: string
  onPress: () => void
}) {
  return (
    <li>
      <button className={styles.tile} type="button" onClick={onPress}>
        <Face icon={icon} label={label} />
      </button>
    </li>
  )
}

function Face({ icon, label, note = '' }: { icon: keyof typeof orderIcons; label: string; note?: string }) {
  return (
    <>
      <Icon path={orderIcons[icon]} size={24} />
      <span className={styles.label}>
        {label}
        {note && <span className={styles.note}> {note}</span>}
      </span>
      <Icon name="chevron" />
    </>
  )
}

const selectHasLines = ({ context }: OrderSnapshot) => context.lines.length > 0 && !context.isSent
const selectHasOffers = ({ context }: OrderSnapshot) =>
  (context.lines.length === 0 || context.isSent) && context.offers.length > 0
const selectHasStay = ({ context }: OrderSnapshot) => context.hasStay
