// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import '#src/app/connection.tsx'
import { everyStep, fakeScripts } from './testing/every-step.ts'
import { openCheckout, settled, shownStep } from './testing/open-checkout.tsx'

const banner = () => document.querySelector('[data-connection]')?.textContent ?? ''

async function happen(event: 'offline' | 'online') {
  act(() => void window.dispatchEvent(new Event(event)))
  await settled()
}

it.each(checkoutStates)(
  'tells at %s that the device is offline, keeps what was typed, and reads the checkout again when it is back [F2]',
  async (state) => {
    const { checkout, user, replies = {} } = everyStep[state]
    fakeScripts()
    const page = await openCheckout(checkout, { user, replies })
    const input = screen.queryAllByRole<HTMLInputElement>('textbox').find((one) => one.closest('main'))
    if (input) await page.type(input, '42')

    await happen('offline')
    expect(banner()).toMatch(/^You are offline/)
    const reads = page.sent('get').length
    await happen('online')
    expect(page.sent('get')).toHaveLength(reads + 1)
    expect(banner()).toBe("You're back online.")
    expect(shownStep()).toBe(state)
    if (input) expect(screen.getByDisplayValue('42')).toBe(input)
  },
)
