import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { reservationMachine } from '#machines/reservation.ts'
import { selectReservation } from '#src/checkout/selectors.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { UnsupportedBrowser } from './unsupported-browser.tsx'
import { Button } from '#src/ui/button.tsx'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { Notice } from '#src/ui/notice.tsx'
import { HumanCheck } from './human-check.tsx'

/** Captcha step, before the tickets are reserved [CAPT-01..13]. */
export default function CaptchaStep({ actor }: StepProps) {
  const chart = useSelector(actor, selectReservation)
  const hasFailed = useSelector(chart, (snapshot) => !!snapshot?.context.error)
  useErrorTitle('Checkout', hasFailed)
  return (
    <Step actor={actor} title="Checkout" summary="editable">
      {chart && <Captcha chart={chart} />}
    </Step>
  )
}

function Captcha({ chart }: { chart: ActorRefFrom<typeof reservationMachine> }) {
  const { sitekey, error, token, round } = useSelector(chart, ({ context }) => context)
  const isBusy = useSelector(chart, (snapshot) => snapshot.hasTag('busy'))
  const isUnsupported = useSelector(chart, (snapshot) => snapshot.matches('unsupported_browser'))
  if (isUnsupported) return <UnsupportedBrowser />
  return (
    <>
      <p>One quick check that you're human, then we'll reserve your tickets.</p>
      {error && <Notice tone="error">{error}</Notice>}
      <HumanCheck
        key={round}
        sitekey={sitekey}
        onPass={(passed) => chart.send({ type: 'captcha.pass', token: passed })}
        onFail={(text) => chart.send({ type: 'captcha.fail', text })}
      />
      <Button
        wide
        busy={isBusy}
        blockedBecause={token ? undefined : 'Complete the check above to continue.'}
        onClick={() => chart.send({ type: 'captcha.continue' })}
      >
        Continue
      </Button>
    </>
  )
}
