import styles from './order-heading.module.css'

/** The heading of a completed order with its second sentence, if it has one, set smaller below the first [DONE-06]. */
export function OrderHeading({ text }: { text: string }) {
  const [first, rest] = text.split(/(?<=!) /)
  return (
    <>
      {first}
      {rest && (
        <>
          {' '}
          <span className={styles.rest}>{rest}</span>
        </>
      )}
    </>
  )
}
