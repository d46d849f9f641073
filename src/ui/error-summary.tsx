import { useState, type MouseEvent } from 'react'
import { markTitle } from './error-title.ts'
import { Icon } from './icon.tsx'
import styles from './error-summary.module.css'

export type Problem = {
  /** The id of the field or of its fieldset. */
  id: string
  message: string
}

/**
 * Error summary above a form: takes the focus when it appears, links to each field, and prefixes the page title with
 * "Error:". Needs a new `key` per submit; renders nothing without problems. What the buyer has corrected since keeps its room, so that
 * the form does not move under a finger. `lead` says once what all have in common.
 */
export function ErrorSummary({ lead, problems }: { lead?: string; problems: Problem[] }) {
  const [found] = useState(problems)
  if (!found.length) return null
  const left = problems.map(({ id }) => id)
  const state = left.length ? ({ role: 'alert', ref: appear } as const) : ({ 'aria-hidden': true } as const)
  return (
    <div className={styles.summary} tabIndex={-1} {...state}>
      <h2 className={styles.title}>
        <Icon name="error" size={22} />
        There is a problem
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      <ul className={styles.list}>
        {found.map(({ id, message }) => (
          <li key={id} aria-hidden={!left.includes(id)}>
            <a href={`#${id}`} onClick={goToField}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function appear(element: HTMLElement | null) {
  element?.focus()
  return markTitle()
}

/** Focuses the field, or the first control of its fieldset, without changing the URL. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const target = document.getElementById(event.currentTarget.hash.slice(1))
  const control = target?.matches('fieldset')
    ? target.querySelector<HTMLElement>('input, select, textarea')
    : target
  const focused = control ?? target
  focused?.focus({ preventScroll: true })
  // The label is above its control: scroll both into view.
  focused?.closest('div')?.scrollIntoView({ block: 'center' })
}
