import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

/** A text of several lines with label, hint and error. */
export function TextArea({
  id,
  label,
  hint,
  error,
  errorSpoken = false,
  optional = false,
  ...rest
}: FieldTexts & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <FieldFrame {...{ id, label, hint, error, errorSpoken, optional }}>
      {(ties) => <textarea rows={3} {...rest} {...ties} className={styles.input} />}
    </FieldFrame>
  )
}
