import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { StepProps } from './step-props.ts'
import { lazyComponent } from './lazy-component.tsx'
import { SummarySkeleton } from './order-summary/summary-skeleton.tsx'
import { statePath } from '#src/checkout/rules/step-of.ts'
import {
  selectHoldExtension,
  selectStep,
  selectStepChart,
  selectSubstate,
  selectWayBack,
} from './selectors.ts'
import { Shell } from './shell.tsx'
import { useSeconds } from './use-seconds.ts'

const Countdown = lazyComponent('countdown', () => import('./countdown.tsx'))
const MoreTime = lazyComponent('more-time', () => import('./more-time/more-time.tsx'))
const StepSummary = lazyComponent(
  'step-summary',
  () => import('./order-summary/step-summary.tsx'),
  SummarySkeleton,
)
const WayBack = lazyComponent('way-back', () => import('./way-back.tsx'))

/**
 * Layout of a step: its title, the countdown while tickets are held, and the order summary. `summary` is "editable" with
 * an "Edit basket" link [SUMM-10], "plain" without it, or "none"; `dueToday` is what a plan costs today, formatted. A new
 * `view` of the same step starts like a new step; `back` leads out of it.
 */
export function Step({
  actor,
  title,
  heading,
  view,
  back,
  summary,
  dueToday,
  children,
}: StepProps & {
  title: string
  heading?: ReactNode
  view?: string
  back?: ReactNode
  summary: 'editable' | 'plain' | 'none'
  dueToday?: string | undefined
  children: ReactNode
}) {
  const step = useSelector(actor, selectStep)
  const substate = useSubstate({ actor })
  const way = useSelector(actor, (snapshot) => selectWayBack(snapshot, substate))
  return (
    <Shell
      step={step}
      substate={substate}
      title={title}
      heading={heading}
      view={view}
      countdown={<HoldCountdown actor={actor} />}
      moreTime={<HoldExtension actor={actor} />}
      back={way === 'none' ? back : <WayBack actor={actor} way={way} />}
      summary={
        summary !== 'none' && (
          <StepSummary actor={actor} isEditable={summary === 'editable'} dueToday={dueToday} />
        )
      }
    >
      {children}
    </Shell>
  )
}

function useSubstate({ actor }: StepProps) {
  const own = useSelector(actor, selectSubstate)
  const chart = useSelector(actor, selectStepChart)
  const inner = useSelector(chart, (snapshot) => snapshot && statePath(snapshot.value).at(-1))
  return inner ?? own
}

function HoldCountdown({ actor }: StepProps) {
  const seconds = useSeconds({ actor })
  return seconds !== null && <Countdown actor={actor} seconds={seconds} />
}

/** States of the chart in which there is something to show. */
const shownStates = ['offered', 'extending', 'overdue', 'extended', 'refused']

function HoldExtension({ actor }: StepProps) {
  const extension = useSelector(actor, selectHoldExtension)
  const state = useSelector(extension, (snapshot) => snapshot?.value ?? '')
  return extension && shownStates.includes(state) && <MoreTime actor={extension} />
}
