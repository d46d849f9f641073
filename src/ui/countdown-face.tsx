import { useEffect, useRef } from 'react'
import { announce } from './announcer.tsx'
import { countdownAnnouncement } from './countdown-announcement.ts'
import { Icon } from './icon.tsx'
import { SHORT_TIME } from './short-time.ts'
import styles from './countdown-face.module.css'

/**
 * The remaining time as a chip; render one per page. `text` is the formatted `seconds`, `label` is for screen readers.
 * From two minutes on it is amber and says "left". Announced only at five, two and one minute and at the end, or while an answer
 * `isAwaited` then, which may give more time.
 */
export function CountdownFace({
  seconds,
  text,
  label,
  isAwaited = false,
}: {
  seconds: number
  text: string
  label: string
  isAwaited?: boolean
}) {
  const before = useRef({ seconds, isAwaited })

  useEffect(() => {
    const announcement = countdownAnnouncement(before.current, { seconds, isAwaited })
    before.current = { seconds, isAwaited }
    if (announcement) announce(announcement)
  }, [seconds, isAwaited])

  const short = seconds <= SHORT_TIME
  return (
    <span className={styles.chip} role="timer" data-short={short || undefined}>
      <Icon name={short ? 'alert' : 'clock'} size={18} />
      <span className="visually-hidden">{label} </span>
      <span className={styles.time}>{text}</span>
      {short && <span>left</span>}
    </span>
  )
}

/** The chip in place of a time that does not count at present. */
export function HeldFace({ children }: { children: string }) {
  return (
    <span className={styles.chip} role="timer" data-held>
      <Icon name="lock" size={18} />
      <span>{children}</span>
    </span>
  )
}
