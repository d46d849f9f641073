import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** More stops than any page of a purchase has. */
const mostStops = 120

/** A buyer without a mouse: each stop of the focus on the way to a control must be seen, and nothing may hold the focus. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /**
   * Moves the focus forward to a control. Fails if a stop on the way cannot be seen, stands before the one that it follows (but for once,
   * from the end of the page to its start), or if the control is never reached.
   */
  async to(control: Locator) {
    await expect(control).toBeVisible()
    let rounds = 0
    for (let stops = 0; stops < mostStops; stops += 1) {
      if (await control.evaluate((element) => element.matches(':focus'))) return
      const last = await this.#page.evaluateHandle(() => document.activeElement)
      await this.#page.keyboard.press('Tab')
      await expect.poll(() => this.#page.evaluate(complaintAboutFocus)).toBe('')
      if (await this.#page.evaluate(isBefore, last)) rounds += 1
      expect(rounds, 'times that the focus goes back').toBeLessThanOrEqual(1)
    }
    throw new Error(`${String(control)} was not reached by ${mostStops} presses of Tab`)
  }

  /** Presses a button or follows a link. */
  async press(control: Locator) {
    await this.to(control)
    await this.#page.keyboard.press('Enter')
  }

  /** Types into a field. */
  async type(field: Locator, text: string) {
    await this.to(field)
    await this.#page.keyboard.type(text)
  }
}

/** Runs in the page: whether what has the focus stands before what had it. */
function isBefore(last: Element | null): boolean {
  const now = document.activeElement
  if (!last || !now || last === document.body || now === document.body || !last.isConnected) return false
  return (last.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_PRECEDING) > 0
}

/** Runs in the page: says why a buyer cannot see what has the focus, or ''. */
function complaintAboutFocus(): string {
  let focused = document.activeElement
  const hosts: Element[] = []
  while (focused?.shadowRoot?.activeElement) {
    hosts.push(focused)
    focused = focused.shadowRoot.activeElement
  }
  // What is in a provider's frame is the provider's to show
  if (!focused || focused === document.body || focused instanceof HTMLIFrameElement) return ''
  const name = `${focused.tagName} "${(focused.getAttribute('aria-label') ?? focused.textContent).trim().slice(0, 40)}"`
  // A hidden box or button stands behind the label that is drawn for it
  const drawn = focused.closest('label') ?? focused.parentElement?.querySelector('label') ?? focused
  const box = (focused.getBoundingClientRect().width > 1 ? focused : drawn).getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
  )
  const tree = focused.getRootNode() as Document | ShadowRoot
  const isUncovered = points.some(([x, y]) => {
    const top = tree.elementFromPoint(x, y)
    return top !== null && (focused.contains(top) || drawn.contains(top))
  })
  if (!isUncovered) return `${name} has the focus, and cannot be seen`
  const hasOutline = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
    outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  // The field around what a provider draws
  const frames = hosts.flatMap((host) =>
    [host, host.parentElement, host.parentElement?.parentElement].filter(
      (one) => one !== null && one !== undefined,
    ),
  )
  const around = [
    focused,
    drawn,
    focused.parentElement,
    focused.nextElementSibling,
    focused.closest('li, article'),
    ...frames,
  ]
  const isMarked =
    [focused, drawn].some((element) => getComputedStyle(element).boxShadow !== 'none') ||
    around.some(
      (element) =>
        element && [null, '::before', '::after'].some((part) => hasOutline(getComputedStyle(element, part))),
    )
  return isMarked ? '' : `${name} has the focus, and nothing shows that`
}
