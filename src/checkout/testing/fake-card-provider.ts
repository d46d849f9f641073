import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { settled } from './open-checkout.tsx'

const labels: Record<string, string> = {
  cardNumber: 'Card number',
  cardExpiry: 'Expiry date',
  cardCvc: 'Security code',
}

const face = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031, funding: 'credit' }

/** Shared by all tests of a file, as the page loads the provider once. */
const made: object[] = []
let rejection = ''

type Listener = (event: object) => void

/** A fake field, complete from the first digit on; a letter is an error. */
function createField(type: string) {
  const listeners: Record<string, Listener[]> = {}
  const emit = (event: string, payload: object = {}) =>
    listeners[event]?.forEach((listener) => listener(payload))
  const input = document.createElement('input')
  input.setAttribute('aria-label', `${labels[type]} at the provider`)
  input.addEventListener('input', (event) => {
    event.stopPropagation()
    const isWrong = /\D/.test(input.value)
    emit('change', {
      elementType: type,
      complete: input.value !== '' && !isWrong,
      error: isWrong ? { message: `Your ${labels[type]?.toLowerCase()} is wrong.` } : undefined,
    })
  })
  return {
    on: (event: string, listener: Listener) => void (listeners[event] ??= []).push(listener),
    off: () => {},
    mount(container: HTMLElement) {
      container.append(input)
      queueMicrotask(() => emit('ready'))
    },
    update: vi.fn(),
    focus: () => input.focus(),
    unmount: () => input.remove(),
    destroy: () => input.remove(),
  }
}

/** A fake wallet, which the test presses, confirms or lets fail in place of the device. */
function createWallet() {
  let listeners: Record<string, Listener[]> = {}
  const emit = (event: string, payload: object) => listeners[event]?.forEach((listener) => listener(payload))
  const failures: { reason?: string; message?: string }[] = []
  return {
    create(group: { currency?: string }, asked: object = {}) {
      if (!group.currency) throw new Error('Unknown currency')
      listeners = {}
      this.group = { ...group }
      this.asked = asked
      return {
        on: (event: string, listener: Listener) => void (listeners[event] ??= []).push(listener),
        off: () => {},
        mount() {},
        update() {},
        destroy() {},
      }
    },
    /** Options of its group of elements. */
    group: {} as { amount?: number; [option: string]: unknown },
    /** Options of its buttons. */
    asked: {},
    /** What the wallet's sheet was told about failed payments. */
    failures,
    /** Reports whether the device has a wallet. */
    report: (hasWallet: boolean) =>
      act(() => emit('ready', { availablePaymentMethods: hasWallet ? { applePay: true } : undefined })),
    failToLoad: () => act(() => emit('loaderror', { error: { message: 'No' } })),
    /** Presses the button; returns what the sheet shows, or null if it stays closed. */
    press() {
      let shown: object | null = null
      act(() => emit('click', { resolve: (details: object) => (shown = details), reject() {} }))
      return shown
    },
    /** Confirms the payment in the sheet, which tells of its owner. */
    async confirm(billingDetails: { name: string; email?: string; phone?: string } = { name: 'Ada Byron' }) {
      await act(() => {
        emit('confirm', { billingDetails, paymentFailed: (failure: object) => failures.push(failure) })
        return new Promise((resolve) => setImmediate(resolve))
      })
      await settled()
    },
  }
}

const wallet = createWallet()

/**
 * Fakes the card provider's script: `window.Stripe` with plain inputs named "… at the provider". `made` records the
 * created payment methods, which are "pm_1", "pm_2" and so on; `rejectNextCard` makes the next one fail. `wallet` is the
 * device's, which reports nothing by itself.
 */
export function fakeCardProvider() {
  made.length = 0
  rejection = ''
  wallet.failures.length = 0
  const provider = () => ({
    elements(options: { currency?: string } = {}) {
      const fields = new Map<string, object>()
      let isSubmitted = false
      return {
        create(type: string, asked?: object) {
          const field = type === 'expressCheckout' ? wallet.create(options, asked) : createField(type)
          fields.set(type, field)
          return field
        },
        getElement: (type: string) => fields.get(type) ?? null,
        update: (changes: object) => void Object.assign(wallet.group, changes),
        submit() {
          isSubmitted = true
          return Promise.resolve({})
        },
        get isSubmitted() {
          return isSubmitted
        },
      }
    },
    createPaymentMethod({
      card: _,
      elements,
      ...method
    }: {
      card?: object
      elements?: { isSubmitted: boolean }
    }) {
      if (elements && !elements.isSubmitted) return Promise.reject(new Error('Submit the elements first'))
      if (rejection) {
        const error = { message: rejection }
        rejection = ''
        return Promise.resolve({ error })
      }
      made.push(elements ? { wallet: true } : method)
      return Promise.resolve({ paymentMethod: { id: `pm_${made.length}`, card: face } })
    },
    createToken() {},
    confirmCardPayment() {},
    registerAppInfo() {},
    _registerWrapper() {},
  })
  vi.stubGlobal('Stripe', Object.assign(provider, { version: 'endive' }))
  return { made, wallet, rejectNextCard: (message: string) => void (rejection = message) }
}
