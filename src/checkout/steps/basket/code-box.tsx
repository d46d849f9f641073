import { useState } from 'react'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import type { BasketProps } from './basket-chart.ts'

const CodeForm = lazyComponent('code-form', () => import('./code-form.tsx'))

/** A discount or voucher code to try [BASK-14, BASK-56..58]. Most buyers have none, so its form comes when it is opened. */
export function CodeBox(props: BasketProps & { isBusy: boolean; onPress: (key: 'code') => void }) {
  const [hasBeenOpen, setHasBeenOpen] = useState(false)
  return (
    <Disclosure look="box" summary="Discount or voucher code" onToggle={() => setHasBeenOpen(true)}>
      {hasBeenOpen && <CodeForm {...props} />}
    </Disclosure>
  )
}
