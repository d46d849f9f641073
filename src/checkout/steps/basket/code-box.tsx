import { lazy, Suspense, useState } from 'react'
import { Disclosure } from '#src/ui/disclosure.tsx'
import type { BasketProps } from './basket-chart.ts'

const CodeForm = lazy(() => import('./code-form.tsx'))

/** A discount or voucher code to try [BASK-14, BASK-56..58]. Most buyers have none, so its form comes when it is opened. */
export function CodeBox(props: BasketProps & { isBusy: boolean; onPress: (key: 'code') => void }) {
  const [hasBeenOpen, setHasBeenOpen] = useState(false)
  return (
    <Disclosure look="box" summary="Discount or voucher code" onToggle={() => setHasBeenOpen(true)}>
      <Suspense>{hasBeenOpen && <CodeForm {...props} />}</Suspense>
    </Disclosure>
  )
}
