import { useEffect, useRef } from 'react'
import { announce } from './announcer.tsx'
import { countdownWords, SHORT } from './countdown-words.ts'
import { Icon } from './icon.tsx'
import styles from './countdown-face.module.css'

/**
 * The running time as a chip: `text` is `seconds` in the page's own format, `label` says what the time is for.
 * Under two minutes it turns amber and says so. It is read out at five, two and one minute and at the end only.
 * One per page.
 */
export default function CountdownFace({
  seconds,
  text,
  label,
}: {
  seconds: number
  text: string
  label: string
}) {
  const before = useRef(seconds)

  useEffect(() => {
    const words = countdownWords(before.current, seconds)
    before.current = seconds
    if (words) announce(words)
  }, [seconds])

  const short = seconds <= SHORT
  return (
    <span className={styles.chip} role="timer" data-short={short || undefined}>
      <Icon name={short ? 'alert' : 'clock'} size={18} />
      <span className="visually-hidden">{label} </span>
      <span className={styles.time}>{text}</span>
      {short && <span>left</span>}
    </span>
  )
}
