import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import styles from './field.module.css'

/** Label and messages of a field. */
export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Announces the error when it appears, for errors that appear without a submit, such as those of the server. */
  errorSpoken?: boolean
  /** Adds "(optional)" to the label. */
  optional?: boolean
}

/** Attributes that connect a control with its label, hint and error. */
type Ties = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Frame of a form control: label, hint and error. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  errorSpoken = false,
  optional = false,
  children,
}: FieldTexts & { id: string | undefined; children: (ties: Ties) => ReactNode }) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ')

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={errorId} error={error} spoken={errorSpoken} />}
    </div>
  )
}

/**
 * A text input with label, hint and error. `look`: "short" is for a postcode or an amount. `prefix` is shown inside, before the
 * text ("£").
 */
export function Field({
  id,
  label,
  hint,
  error,
  errorSpoken = false,
  optional = false,
  look,
  prefix,
  type = 'text',
  ...rest
}: FieldTexts & Omit<ComponentProps<'input'>, 'className' | 'prefix'> & { look?: 'short'; prefix?: string }) {
  return (
    <FieldFrame {...{ id, label, hint, error, errorSpoken, optional }}>
      {(ties) => (
        <span className={styles.control} data-look={look} data-prefixed={prefix ? true : undefined}>
          {prefix && (
            <span className={styles.prefix} aria-hidden="true">
              {prefix}
            </span>
          )}
          <input {...rest} {...ties} type={type} className={styles.input} />
        </span>
      )}
    </FieldFrame>
  )
}

/** A native select with label, hint and error; `children` are its options. */
export function SelectField({
  id,
  label,
  hint,
  error,
  errorSpoken = false,
  optional = false,
  children,
  ...rest
}: FieldTexts & Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <FieldFrame {...{ id, label, hint, error, errorSpoken, optional }}>
      {(ties) => (
        <span className={styles.control} data-look="select">
          <select {...rest} {...ties} className={styles.input}>
            {children}
          </select>
        </span>
      )}
    </FieldFrame>
  )
}
