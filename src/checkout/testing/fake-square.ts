import { vi } from 'vitest'

/**
 * Fakes Square's script: `window.Square` with one plain input named "Card at Square". `made` records what each payment
 * method was created with; they are "cnon_1", "cnon_2" and so on. A card with a letter is rejected. `mounts` tells for each
 * form whether it can be mounted; the last one repeats.
 */
export function fakeSquare(mounts = [true]) {
  const made: object[] = []
  const input = document.createElement('input')
  input.setAttribute('aria-label', 'Card at Square')
  const card = {
    attach(element: HTMLElement) {
      const canMount = mounts.length > 1 ? mounts.shift() : mounts[0]
      return canMount ? Promise.resolve(element.append(input)) : Promise.reject(new Error('no connection'))
    },
    destroy: () => Promise.resolve(input.remove()),
    addEventListener: (_: 'focusClassAdded', listener: () => void) =>
      input.addEventListener('focus', listener),
    tokenize(details: object) {
      if (/\D/.test(input.value))
        return Promise.resolve({ status: 'Invalid', errors: [{ message: 'Card number is not valid' }] })
      made.push(details)
      return Promise.resolve({ status: 'OK', token: `cnon_${made.length}` })
    },
  }
  const payments = vi.fn(() => ({ card: () => Promise.resolve(card) }))
  vi.stubGlobal('Square', { payments })
  return { made, payments }
}
