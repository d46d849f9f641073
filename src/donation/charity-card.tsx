import { useMemo } from 'react'
import type { Charity } from '#src/checkout/schemas/charity.ts'
import { sanitisedHtml } from '#src/lib/sanitised-html.ts'
import styles from './charity-card.module.css'

/** Logo, name and description of the charity [DONA-02..04]. */
export function CharityCard({ charity }: { charity: Charity }) {
  const description = useMemo(() => ({ __html: sanitisedHtml(charity.description_html) }), [charity])
  return (
    <section className={styles.card} aria-label={charity.name}>
      <div className={styles.head}>
        {charity.logo && <img className={styles.logo} src={charity.logo} alt="" width={48} height={48} />}
        <h2>{charity.name}</h2>
      </div>
      <div className={styles.description} dangerouslySetInnerHTML={description} />
    </section>
  )
}
