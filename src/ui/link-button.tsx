import type { ComponentProps } from 'react'
import styles from './link-button.module.css'

/** A button that looks like a link, for secondary actions. `busy` ignores presses while a call is pending. */
export function LinkButton({
  busy = false,
  type = 'button',
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'disabled' | 'className'> & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.link}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    />
  )
}
