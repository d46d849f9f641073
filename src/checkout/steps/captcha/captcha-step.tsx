import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectCaptcha, selectIsBusy } from '#src/checkout/selectors.ts'
import { Step } from '#src/checkout/step.tsx'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { HumanCheck } from './human-check.tsx'

/** A human check before the tickets are set aside [CAPT-01..13]. */
export default function CaptchaStep({ actor }: StepProps) {
  const { sitekey, error, token, round } = useSelector(actor, selectCaptcha)
  const isBusy = useSelector(actor, selectIsBusy)
  return (
    <Step actor={actor} title="Checkout" summary="editable">
      <p>One quick check that you are a person, then your tickets are reserved.</p>
      {error && <Notice tone="error">{error}</Notice>}
      <HumanCheck
        key={round}
        sitekey={sitekey}
        onPass={(passed) => actor.send({ type: 'captcha.pass', token: passed })}
        onFail={(text) => actor.send({ type: 'captcha.fail', text })}
      />
      <Button
        busy={isBusy}
        blockedBecause={token ? undefined : 'Complete the check above to continue.'}
        onClick={() => actor.send({ type: 'captcha.continue' })}
      >
        Continue
      </Button>
    </Step>
  )
}
