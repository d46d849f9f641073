// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { everyStep, fakeScripts } from './testing/every-step.ts'
import { openCheckout, settled, shownStep } from './testing/open-checkout.tsx'

const money = { basket_total: '20.00', currency: '£', sale_reference: 'S1' }
const distortions = [null, 'abc', [], {}, '12.5']

/** Parts by which the chart decides about the step; an order whose total is 0 is free. */
const deciding = ['state', 'payment_complete', 'seconds_remaining', 'basket_total']

it.each(checkoutStates.filter((state) => state !== 'determining'))(
  'shows %s without NaN, undefined or a crash, whatever is wrong with a part of the checkout [F19]',
  async (state) => {
    const { checkout, user, replies = {} } = everyStep[state]
    fakeScripts()
    const sound = { ...money, ...checkout }
    const page = await openCheckout(sound, { user, replies })
    const parts = Object.keys(sound).filter((part) => !deciding.includes(part))
    for (const part of parts)
      for (const distorted of distortions) {
        page.change({ ...sound, [part]: distorted })
        act(() => void window.dispatchEvent(new Event('online')))
        await settled()
        const label = `${part}: ${JSON.stringify(distorted)}`
        expect(document.body.textContent, label).not.toMatch(/NaN|undefined|\[object|Something went wrong/)
        expect(document.querySelector('h1'), label).not.toBeNull()
        expect(shownStep(), label).toBe(state)
      }
  },
)
