import { useSelector } from '@xstate/react'
import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import type { StepProps } from './step-props.ts'
import { lazyComponent } from './lazy-component.tsx'
import { EditBasket, OrderSummary } from './order-summary/order-summary.tsx'
import { statePath } from '#src/checkout/rules/step-of.ts'
import {
  selectCountdown,
  selectHoldExtension,
  selectIsSaving,
  selectIsPaying,
  selectSaleRelease,
  selectStep,
  selectStepChart,
  selectSubstate,
  selectWayBack,
} from './selectors.ts'
import { Shell } from './shell.tsx'
import { goBack } from './step-history.ts'
import { useCheckout } from './use-checkout.ts'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'

const Countdown = lazyComponent('countdown', () => import('./countdown.tsx'))
const MoreTime = lazyComponent('more-time', () => import('./more-time/more-time.tsx'))

/**
 * Layout of a step: its title, the countdown while tickets are held, and the order summary. `summary` is "editable" with
 * an "Edit basket" link [SUMM-10], "plain" without it, or "none". A new `view` of the same step starts like a new step.
 */
export function Step({
  actor,
  title,
  view,
  summary,
  children,
}: StepProps & {
  title: string
  view?: string
  summary: 'editable' | 'plain' | 'none'
  children: ReactNode
}) {
  const step = useSelector(actor, selectStep)
  const substate = useSubstate({ actor })
  return (
    <Shell
      step={step}
      substate={substate}
      title={title}
      view={view}
      countdown={<HoldCountdown actor={actor} />}
      moreTime={<HoldExtension actor={actor} />}
      back={<WayBack actor={actor} isFirst={step === 'donation' || step === 'login'} />}
      summary={summary !== 'none' && <Summary actor={actor} isEditable={summary === 'editable'} />}
    >
      {children}
    </Shell>
  )
}

/** Out of the first step with a hold the way back is "Edit basket", which asks; `isFirst` says that a step can be the first. */
function WayBack({ actor, isFirst }: StepProps & { isFirst: boolean }) {
  const way = useSelector(actor, selectWayBack)
  const isSaving = useSelector(useSelector(actor, selectStepChart), selectIsSaving)
  const isEditing = useIsEditing({ actor })
  const text = (
    <>
      <Icon name="chevron" size={18} />
      Back
    </>
  )
  if (way !== 'none')
    return (
      <LinkButton busy={way === 'waits' || isSaving} onClick={() => goBack(actor)}>
        {text}
      </LinkButton>
    )
  return (
    isFirst && (
      <EditBasket
        text={
          <>
            {text}
            <span className="visually-hidden"> to basket</span>
          </>
        }
        isBusy={isSaving || isEditing}
        onConfirm={() => actor.send({ type: 'basket.edit' })}
      />
    )
  )
}

function useSubstate({ actor }: StepProps) {
  const own = useSelector(actor, selectSubstate)
  const chart = useSelector(actor, selectStepChart)
  const inner = useSelector(chart, (snapshot) => snapshot && statePath(snapshot.value).at(-1))
  return inner ?? own
}

/** A drawn screen is taken over with the time that the shop has drawn, even if it has gone on. */
function useSeconds({ actor }: StepProps) {
  const countdown = useSelector(actor, selectCountdown)
  const { seconds_remaining: drawn } = useCheckout()
  const secondsOf = (left: number | null) => (countdown ? left : null)
  return useSyncExternalStore(
    useCallback((tell) => countdown?.subscribe(tell).unsubscribe ?? (() => {}), [countdown]),
    () => secondsOf(countdown?.getSnapshot().context.secondsRemaining ?? null),
    () => secondsOf(drawn),
  )
}

function HoldCountdown({ actor }: StepProps) {
  const seconds = useSeconds({ actor })
  return seconds !== null && <Countdown actor={actor} seconds={seconds} />
}

/** States of the chart in which there is something to show. */
const shownStates = ['offered', 'extending', 'extended', 'refused']

function HoldExtension({ actor }: StepProps) {
  const extension = useSelector(actor, selectHoldExtension)
  const state = useSelector(extension, (snapshot) => snapshot?.value ?? '')
  return extension && shownStates.includes(state) && <MoreTime actor={extension} />
}

function useIsEditing({ actor }: StepProps) {
  const release = useSelector(actor, selectSaleRelease)
  return useSelector(release, (snapshot) => snapshot?.matches('destroying') ?? false)
}

function Summary({ actor, isEditable }: StepProps & { isEditable: boolean }) {
  const checkout = useCheckout()
  const seconds = useSeconds({ actor })
  const isEditing = useIsEditing({ actor })
  return (
    <OrderSummary
      checkout={checkout}
      seconds={seconds}
      isPaying={useSelector(actor, selectIsPaying)}
      isEditing={isEditing}
      editText={checkout.express ? 'Edit basket or add discount code' : 'Edit basket'}
      {...(isEditable && { onEditBasket: () => actor.send({ type: 'basket.edit' }) })}
    />
  )
}
