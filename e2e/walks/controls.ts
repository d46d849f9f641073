import type { Locator, Page } from '@playwright/test'
import { cards } from '#e2e/buyer.ts'
import type { Move } from '#machines/paths/walks/random-walk.ts'

/** A visible, enabled control of a page. */
export interface Control {
  locator: Locator
  /** The tag, or the type of a field; `away` is a link that leaves the checkout. */
  kind: string
  name: string
  value: string
  isSubmit: boolean
}

const selector = 'button, a[href], input:not([type=hidden]), select, textarea, summary'

/** The controls that the buyer can use now: of an open dialog alone, if there is one. */
export async function controlsOf(page: Page): Promise<Control[]> {
  const all = page.locator(selector)
  const found = await all.evaluateAll((elements) => {
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const isInDialog = (element: Element) => !!element.closest('dialog:modal, [role=dialog]')
    const isBehind = elements.some((element) => isVisible(element) && isInDialog(element))
    return elements.map((element, index) => {
      const field = element as HTMLInputElement
      const isUsable =
        isVisible(element) &&
        !field.disabled &&
        !field.readOnly &&
        element.getAttribute('aria-disabled') !== 'true' &&
        !element.closest('[inert]') &&
        (!isBehind || isInDialog(element)) &&
        (!(element instanceof HTMLAnchorElement) || !!element.closest('main, dialog'))
      const label = [...(field.labels ?? [])].map((one) => one.textContent).join(' ')
      const text =
        element.getAttribute('aria-label') || label || element.textContent || field.placeholder || ''
      const tag = element.tagName.toLowerCase()
      return {
        index,
        isUsable,
        kind:
          tag === 'input'
            ? field.type
            : tag === 'a' && !element.getAttribute('href')?.startsWith('#')
              ? 'away'
              : tag,
        name: text.trim().replaceAll(/\s+/g, ' ').slice(0, 60),
        value: field.value ?? '',
        isSubmit: tag === 'button' && field.type === 'submit',
      }
    })
  })
  return found
    .filter(({ isUsable }) => isUsable)
    .map(({ index, kind, name, value, isSubmit }) => ({
      locator: all.nth(index),
      kind,
      name,
      value,
      isSubmit,
    }))
}

const pressed = ['button', 'a', 'away', 'summary']
const ticked = ['radio', 'checkbox']

const isPressed = ({ kind }: Control) => pressed.includes(kind)

/** What can be done with a control: pressed, ticked, or filled in well and badly. Amounts are no part of a move's name. */
export function movesWith(control: Control, typed: (control: Control) => Promise<string>): Move[] {
  const { locator, kind, name } = control
  const move = (sentence: string, make: () => Promise<unknown>): Move => ({
    name: sentence.replaceAll(/[£€$][\d.,]+/g, ''),
    sentence,
    make: () => ifStillThere(make),
  })
  if (kind === 'away') return []
  if (isPressed(control))
    return [
      move(`Press "${name}"`, () => locator.click({ timeout: patience })),
      move(`Press "${name}" twice at once`, () => pressTwice(locator)),
    ]
  if (ticked.includes(kind)) return [move(`Tick "${name}"`, () => tick(locator))]
  if (kind === 'select') return [move(`Choose something of "${name}"`, () => chooseSome(locator))]
  const others = /card number/i.test(name)
    ? Object.entries(cards).map(([told, number]): [string, string] => [`a card that ${told}`, number])
    : bad
  return [
    move(`Fill in "${name}"`, async () => locator.fill(await typed(control), { timeout: patience })),
    ...others.map(([told, text]) =>
      move(`Type ${told} into "${name}"`, () => locator.fill(text, { timeout: patience })),
    ),
  ]
}

const bad: [string, string][] = [
  ['nothing', ''],
  ['signs', `<b>'";--\u{1F39F}`],
  ['a very long text', '9'.repeat(400)],
]

/** In milliseconds. */
const patience = 5_000

/** A control may disappear just before it is used; nothing but a toast, which can be closed, may cover it. */
const ifStillThere = (use: () => Promise<unknown>) =>
  use().catch((error: unknown) => {
    const text = String(error)
    if (text.includes('intercepts pointer events') && !text.includes('data-sonner-toast')) throw error
  })

/** A real second click would hit what has come to the same place meanwhile, and take the focus there. */
const pressTwice = (locator: Locator) =>
  locator.evaluate(
    (element: HTMLElement) => {
      element.click()
      element.click()
    },
    null,
    { timeout: patience },
  )

const tick = (locator: Locator) => locator.check({ timeout: patience })

const chooseSome = (locator: Locator) => locator.selectOption({ index: 1 }, { timeout: patience })

/** Fills in all empty fields well. */
export async function fillIn(controls: readonly Control[], typed: (control: Control) => Promise<string>) {
  for (const control of controls.filter((one) => !isPressed(one))) {
    const { locator, kind, value } = control
    await ifStillThere(async () => {
      if (kind === 'checkbox') return
      if (kind === 'radio') {
        const name = await locator.getAttribute('name')
        const group = locator.page().locator(`input[type=radio][name="${name}"]:checked`)
        if ((await group.count()) === 0) await tick(locator)
      } else if (value !== '') return
      else if (kind === 'select') await chooseSome(locator)
      else await locator.fill(await typed(control), { timeout: 2_000 })
    })
  }
}

/** What a buyer types into a field, by its label. */
export function sensible({ kind, name }: Control, email: string): string {
  if (kind === 'email' || /e-?mail/i.test(name)) return email
  if (/card number/i.test(name)) return cards.pays
  if (/expiry/i.test(name)) return '1239'
  if (/security code/i.test(name)) return '123'
  if (kind === 'tel' || /phone|mobile|number/i.test(name)) return '07700 900123'
  if (/postcode|postal/i.test(name)) return 'M2 1HL'
  if (kind === 'number') return '2'
  if (kind === 'date') return '1990-05-04'
  return 'Grace Hopper'
}
