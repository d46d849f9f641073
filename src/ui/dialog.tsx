import { useId, type ReactNode, type SyntheticEvent } from 'react'
import styles from './dialog.module.css'

/**
 * Modal dialog, open while mounted. Escape and a press outside call `onClose`; the platform traps and restores the focus.
 * `actions` are at the bottom, the main one first.
 */
export function Dialog({
  title,
  onClose,
  actions,
  children,
}: {
  title: string
  onClose: () => void
  actions?: ReactNode
  children?: ReactNode
}) {
  const titleId = useId()

  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    event.preventDefault()
    onClose()
  }

  return (
    <dialog className={styles.dialog} ref={show} closedby="any" aria-labelledby={titleId} onCancel={cancel}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      {children && <div className={styles.body}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </dialog>
  )
}

function show(dialog: HTMLDialogElement | null) {
  dialog?.showModal()
  // Closing before the element is removed restores the focus.
  return () => dialog?.close()
}
