import styles from './whole-dates.module.css'

const dates = /(\w{3} \d{1,2} \w{3} \d{4},?)/

/** Shows text whose days, such as "Fri 25 Dec 2026", do not break in two where a line has room for them; their times may come below. */
export const WholeDates = ({ children }: { children: string }) =>
  children.split(dates).map((part, index) =>
    index % 2 ? (
      <span key={index} className={styles.whole}>
        {part}
      </span>
    ) : (
      part
    ),
  )
