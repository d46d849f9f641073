import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { selectHoldExtension } from '#src/checkout/selectors.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { announce } from '#src/ui/announcer.tsx'
import { moreTimeText } from './more-time-text.ts'

/** Announces what the page says of more time, once however many steps show it. The countdown announces its own end. */
export function MoreTimeSpeech({ actor }: StepProps) {
  const extension = useSelector(actor, selectHoldExtension)
  const text = useSelector(extension, (snapshot) =>
    snapshot && snapshot.value !== 'overdue' ? moreTimeText(snapshot) : '',
  )
  useEffect(() => announce(text), [text])
  return null
}
