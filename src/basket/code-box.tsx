import { useState } from 'react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import type { BasketProps } from './basket-selectors.ts'

const CodeForm = lazyComponent('code-form', () => import('./code-form.tsx'))

/** Box for a discount or voucher code [BASK-14, BASK-56..58]. Its form is lazy, as most buyers have no code. */
export function CodeBox(
  props: BasketProps & { checkout: Checkout; isBusy: boolean; onPress: (key: 'code') => void },
) {
  const [hasBeenOpen, setHasBeenOpen] = useState(false)
  return (
    <Disclosure summary="Discount or voucher code" onToggle={() => setHasBeenOpen(true)}>
      {hasBeenOpen && <CodeForm {...props} />}
    </Disclosure>
  )
}
