import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { SpinnerRing } from './spinner-ring.tsx'
import styles from './button.module.css'

export type ButtonLook = 'primary' | 'secondary' | 'danger'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'className'> & {
  look?: ButtonLook
  /** A call that the button started is under way: it turns, and presses do nothing. */
  busy?: boolean
  /** Why it cannot be pressed now, shown under it. Present: the button looks and announces as disabled. */
  blockedBecause?: string | undefined
  /** What a press does while blocked, for a button that then shows the way instead of doing nothing. */
  onBlockedPress?: () => void
  /** A small count at the end of the label. */
  badge?: ReactNode
  /** As wide as its column. */
  wide?: boolean
}

/** A button that stays focusable while it cannot be used, and says why. `type` is "button" unless told. */
export function Button({
  look = 'primary',
  busy = false,
  blockedBecause,
  onBlockedPress,
  badge,
  wide = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const blocked = Boolean(blockedBecause)

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (!busy && !blocked) return onClick?.(event)
    event.preventDefault()
    if (!busy) onBlockedPress?.()
  }

  return (
    <div className={styles.group} data-wide={wide || undefined}>
      <button
        {...rest}
        type={type}
        className={styles.button}
        data-look={look}
        aria-disabled={busy || blocked || undefined}
        aria-busy={busy || undefined}
        aria-describedby={blocked ? reasonId : undefined}
        onClick={press}
      >
        {busy && <SpinnerRing />}
        <span>{children}</span>
        {badge !== undefined && <span className={styles.badge}>{badge}</span>}
      </button>
      {blocked && (
        <p className={styles.reason} id={reasonId}>
          {blockedBecause}
        </p>
      )}
    </div>
  )
}

/** A link that leads on, with the look of a button. */
export function ButtonLink({
  look = 'primary',
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'className'> & { look?: ButtonLook }) {
  return (
    <a {...rest} className={styles.button} data-look={look}>
      {children}
    </a>
  )
}
