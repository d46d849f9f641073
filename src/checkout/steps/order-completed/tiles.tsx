import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { Livestream } from './livestreams.ts'
import styles from './tiles.module.css'

/** Links to livestreams and the ticket wallet [DONE-17..19]. */
export function Tiles({ streams }: { streams: Livestream[] }) {
  return (
    <ul className={styles.tiles}>
      {streams.map(({ id, title, address }) => (
        <li key={id}>
          <Tile
            icon="info"
            label="How to watch the livestream"
            note={streams.length > 1 ? title : ''}
            href={address}
          />
        </li>
      ))}
      <li>
        <Tile icon="ticket" label="Go to the ticket wallet" href="/account/wallet/" />
      </li>
    </ul>
  )
}

function Tile({
  icon,
  label,
  note = '',
  href,
}: {
  icon: IconName
  label: string
  note?: string
  href: string
}) {
  return (
    <a className={styles.tile} href={href}>
      <span className={styles.mark}>
        <Icon name={icon} size={24} />
      </span>
      <span>
        {label}
        {note && <span className={styles.note}> {note}</span>}
      </span>
    </a>
  )
}
