import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { SpinnerRing } from './spinner-ring.tsx'
import styles from './button.module.css'

export type ButtonLook = 'primary' | 'secondary'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'className'> & {
  look?: ButtonLook
  /** Shows a spinner and ignores presses while a call is pending. */
  busy?: boolean
  /** Reason for being disabled, shown below, and on phones beside "Reserve Basket". The button looks and is announced as disabled, but stays focusable. */
  blockedBecause?: string | undefined
  /** Handles a press while blocked, for example to show what is missing. */
  onBlockedPress?: () => void
  /** A small count at the end of the label. */
  badge?: ReactNode
  /** As wide as its column. */
  wide?: boolean
}

/** A button that stays focusable while disabled and shows the reason. `type` defaults to "button". */
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
    <div className={styles.group} data-full={wide || undefined}>
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

/** A link that looks like a button; with the look of a link it has the place of one. */
export function ButtonLink({
  look = 'primary',
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'className'> & { look?: ButtonLook | 'link' }) {
  return (
    <a {...rest} className={styles.button} data-look={look}>
      {children}
    </a>
  )
}
