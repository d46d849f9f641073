import { lazy, Suspense, useState } from 'react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { Disclosure } from '#src/ui/disclosure.tsx'

const CodeForm = lazy(() => import('./code-form.tsx'))

/** A discount or voucher code to try [BASK-14, BASK-56..58]. Most buyers have none, so its form comes when it is opened. */
export function CodeBox(props: StepProps & { isBusy: boolean; onPress: (key: 'code') => void }) {
  const [hasBeenOpen, setHasBeenOpen] = useState(false)
  return (
    <Disclosure look="box" summary="Discount or voucher code" onToggle={() => setHasBeenOpen(true)}>
      <Suspense>{hasBeenOpen && <CodeForm {...props} />}</Suspense>
    </Disclosure>
  )
}
