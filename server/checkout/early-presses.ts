import { createHash } from 'node:crypto'

/**
 * Marks the button that a buyer has pressed last in a drawn screen while the page does not listen yet; it presses that again
 * (src/app/start-page.tsx). In the page itself, to be there with the screen.
 */
export const earlyPresses = `addEventListener('click', ({ target }) => {
  const button = target.closest('[data-scripts] button')
  if (!button) return
  document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
  button.setAttribute('data-pressed', '')
}, true)`

/** By which the page's policy allows it, and no other script in the page. */
export const earlyPressesSource = `'sha256-${createHash('sha256').update(earlyPresses).digest('base64')}'`
