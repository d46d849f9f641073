import { useId, type ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import styles from './fieldset.module.css'

/**
 * A group of choices or fields with a legend, hint and error. `id` is the target of the error summary. `hideLegend` hides
 * the legend visually, where what stands above says as much.
 */
export function Fieldset({
  id,
  legend,
  hint,
  error,
  hideLegend = false,
  children,
}: {
  id?: string | undefined
  legend: ReactNode
  hint?: ReactNode
  error?: string | undefined
  hideLegend?: boolean
  children: ReactNode
}) {
  const ownId = useId()
  const groupId = id ?? ownId
  const hintId = `${groupId}-hint`
  const errorId = `${groupId}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ')

  return (
    <fieldset
      className={styles.fieldset}
      data-invalid={error ? true : undefined}
      id={groupId}
      tabIndex={-1}
      aria-describedby={describedBy || undefined}
    >
      <legend className={hideLegend ? 'visually-hidden' : styles.legend}>{legend}</legend>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <div className={styles.body}>{children}</div>
      {error && <FieldError id={errorId} error={error} />}
    </fieldset>
  )
}
