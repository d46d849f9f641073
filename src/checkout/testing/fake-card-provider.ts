import { vi } from 'vitest'

const labels: Record<string, string> = {
  cardNumber: 'Card number',
  cardExpiry: 'Expiry date',
  cardCvc: 'Security code',
}

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

/**
 * Fakes the card provider's script: `window.Stripe` with plain inputs named "… at the provider". `made` records the
 * created payment methods, which are "pm_1", "pm_2" and so on; `rejectNextCard` makes the next one fail.
 */
export function fakeCardProvider() {
  made.length = 0
  rejection = ''
  const provider = () => ({
    elements() {
      const fields = new Map<string, ReturnType<typeof createField>>()
      return {
        create(type: string) {
          const field = createField(type)
          fields.set(type, field)
          return field
        },
        getElement: (type: string) => fields.get(type) ?? null,
        update() {},
      }
    },
    createPaymentMethod({ card: _, ...method }: { card: object }) {
      if (rejection) {
        const error = { message: rejection }
        rejection = ''
        return Promise.resolve({ error })
      }
      made.push(method)
      return Promise.resolve({ paymentMethod: { id: `pm_${made.length}` } })
    },
    createToken() {},
    confirmCardPayment() {},
    registerAppInfo() {},
    _registerWrapper() {},
  })
  vi.stubGlobal('Stripe', Object.assign(provider, { version: 'endive' }))
  return { made, rejectNextCard: (message: string) => void (rejection = message) }
}
