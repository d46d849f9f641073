import { Fragment } from 'react'
import styles from './email-address.module.css'

/** A long email address wraps before its "@", or if that is not enough before another sign, rather than anywhere. */
export function EmailAddress({ email }: { email: string }) {
  return email.split(/(?=@)/).map((half) => (
    <Fragment key={half}>
      <wbr />
      <span className={styles.half}>
        {half.split(/(?=[._+-])/).map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </Fragment>
  ))
}
