/** Loads something with the buyer's first touch of the page: not for visitors who only look, but before it is needed. */
export function withFirstTouch(load: () => Promise<unknown>) {
  for (const touch of ['pointerdown', 'keydown'])
    window.addEventListener(touch, () => void load().catch(() => {}), { once: true })
}
