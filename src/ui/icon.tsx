import styles from './icon.module.css'

const paths = {
  alert: 'M12 8v5m0 3.2v.1M12 3 2.5 20h19Z',
  bin: 'M4 7h16M9.5 7V4h5v3M6.5 7l.8 13h9.4l.8-13M10 11v5.5m4-5.5v5.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm7 9.5 5 5 5-5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5V12l3 2',
  error: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5v5m0 3.3v.1',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5.5m0-8.8v.1',
  lock: 'M5.5 10.5h13V20h-13ZM8 10.5V8a4 4 0 0 1 8 0v2.5',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  ticket: 'M3 6.5h18v3.3a2.3 2.3 0 0 0 0 4.4v3.3H3v-3.3a2.3 2.3 0 0 0 0-4.4ZM14.5 7v2m0 2v2m0 2v2',
} as const

export type IconName = keyof typeof paths

/**
 * A decorative icon, hidden from screen readers: put text beside it. One with a `path` of its own loads with the step that
 * has it. `size` is in px at 16 px text, and scales.
 */
export function Icon({
  name,
  path,
  size = 20,
}: ({ name: IconName; path?: never } | { name?: never; path: string }) & { size?: number }) {
  const length = `${size / 16}rem`
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" width={length} height={length} aria-hidden="true">
      <path d={name ? paths[name] : path} />
    </svg>
  )
}
