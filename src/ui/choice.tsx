import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import styles from './choice.module.css'

/**
 * A radio button or checkbox whose whole row is clickable. `description` is shown below the label, `aside` at the end of
 * the row (a price or a card logo). `look="plain"` has no border.
 */
export function Choice({
  id,
  type,
  label,
  description,
  aside,
  error,
  look = 'row',
  ...rest
}: Omit<ComponentProps<'input'>, 'className' | 'type'> & {
  type: 'radio' | 'checkbox'
  label: ReactNode
  description?: ReactNode
  aside?: ReactNode
  error?: string | undefined
  look?: 'row' | 'plain'
}) {
  const ownId = useId()
  const inputId = id ?? ownId
  const labelId = `${inputId}-label`
  const descriptionId = `${inputId}-description`
  const errorId = `${inputId}-error`
  const describedBy = [description && descriptionId, error && errorId].filter(Boolean).join(' ')

  return (
    <div className={styles.choice}>
      <label className={styles.row} htmlFor={inputId} data-look={look}>
        <input
          {...rest}
          id={inputId}
          type={type}
          className={styles.input}
          aria-labelledby={labelId}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span className={styles.label} id={labelId}>
          {label}
        </span>
        {description && (
          <span className={styles.description} id={descriptionId}>
            {description}
          </span>
        )}
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </label>
      {error && <FieldError id={errorId} error={error} />}
    </div>
  )
}
