import { Button, ButtonLink } from '#src/ui/button.tsx'
import { leaveFocus } from '#src/ui/leave-focus.ts'
import { Notice } from '#src/ui/notice.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import styles from './seats-problem.module.css'
import type { SeatsProps } from './seats-props.ts'

const texts = {
  loading_failed: {
    tone: 'error',
    text: 'We could not load the seats of this event. Please try again.',
    retry: 'Try again',
  },
  not_offered: {
    tone: 'info',
    text: 'Seats for this date cannot be chosen here.',
    retry: 'Try again',
  },
  plan_failed: {
    tone: 'error',
    text: 'The seating plan could not be loaded. If your browser blocks scripts from other sites, please allow it for this page.',
    retry: 'Try again',
  },
  added: { tone: 'success', text: 'Your seats are in your basket.', retry: 'Choose more seats' },
} as const

/** A state without a seating plan: what is wrong, and what the buyer can do. */
export function SeatsProblem({ actor, problem }: SeatsProps & { problem: keyof typeof texts }) {
  const { tone, text, retry } = texts[problem]
  const isAdded = problem === 'added'
  return (
    <div className={styles.problem}>
      <Notice tone={tone}>{text}</Notice>
      <div className={styles.actions} ref={leaveFocus}>
        {isAdded && <ButtonLink href="/checkout/">Go to your basket</ButtonLink>}
        <Button
          ref={takeLostFocus}
          look={isAdded ? 'secondary' : 'primary'}
          onClick={() => actor.send({ type: 'seating.retry' })}
        >
          {retry}
        </Button>
        {!isAdded && <a href="/all-events/">All events</a>}
      </div>
    </div>
  )
}
