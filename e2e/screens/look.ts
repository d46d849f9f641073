import type { Page } from '@playwright/test'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** What a page shows, read at once. All money is in pence. */
export interface Look {
  /** Null outside the checkout. */
  step: CheckoutState | null
  /** A part of a step that begins like a step of its own, such as the transfer of tickets; null for none. */
  view: string | null
  /** Whether the script of the step's chart is still loading. */
  isLoading: boolean
  title: string
  /** A heading of two lines is one line here, as it is in the title of the window and when it is read out. */
  headings: string[]
  /** Headings of any rank, and groups of fields, that have no text or name; by their element. */
  nameless: string[]
  /** The text of each countdown: "Tickets held for 9m 58s". */
  countdowns: string[]
  /** What the order summary says of the hold: "Reserved for 9m 58s", or "Held while you pay"; null if nothing. */
  reservedFor: string | null
  /** The name of what has it; null if nothing visible has. */
  focus: string | null
  /** The order summary, or the completed order; null without one. */
  order: Order | null
  /** What the summary of a form's problems lists, and whether each leads to a field that is marked; null without one. */
  problems: { text: string; isMarked: boolean }[] | null
  /** Whether that summary has the focus. */
  isAtProblems: boolean
  /** Messages that something is wrong, beside that summary. */
  errors: string[]
  /** Those of them that are a part of the step. */
  stepErrors: string[]
  /** Whether a field of the step is wrong; a quantity in the basket, which is put right by itself, is not. */
  isInvalid: boolean
  /** The buttons that pay, by their names. */
  payButtons: string[]
  /** Whether the buyer has chosen to pay by instalments. */
  isPlan: boolean
  /** The words of the banner, and of the step. */
  words: string
}

export interface Order {
  isCompleted: boolean
  /** What the tickets and gift vouchers cost with their fees; null in a basket with a quantity that is not saved yet. */
  prices: number[] | null
  /** The fees among it, of those lines that tell them. */
  fees: number[]
  /** The parts of the total, the subtotal first. */
  rows: { name: string; amount: number }[]
  /** "£26.90" */
  total: string
  /** The total in the bar of narrow screens; null without one. */
  bar: string | null
}

/** Reads what a page shows. */
export const look = (page: Page): Promise<Look> => page.evaluate(read)

/** Runs in the page. */
function read(): Look {
  const textOf = (element: Element | null | undefined) =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const visible = (found: string, within: ParentNode = document) =>
    [...within.querySelectorAll<HTMLElement>(found)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    )
  const money = /^[−+]?[^\d\s]?\d[\d,]*\.\d\d$/
  const penceOf = (text: string) =>
    text === 'FREE' ? 0 : Number(text.replaceAll(/[^\d]/g, '')) * (/^−|\(−/.test(text) ? -1 : 1)

  function orderOf(): Order | null {
    const section = visible('section').find((one) =>
      /^(Order summary|Your order)$/.test(one.getAttribute('aria-label') ?? textOf(one.querySelector('h2'))),
    )
    if (!section) return null
    // Before and after what the lines add up to; a list elsewhere tells the payments.
    const totals = section.querySelector('dl')?.parentElement
    const rows = [...(totals?.querySelectorAll(':scope > dl > div') ?? [])].map((row) => ({
      name: textOf(row.querySelector('dt')),
      text: textOf(row.querySelector('dd')),
    }))
    const inBasket = basketLines()
    const [bar] = [...section.querySelectorAll('b')].map(textOf).filter((text) => money.test(text))
    return {
      isCompleted: !section.hasAttribute('aria-label'),
      prices: inBasket
        ? inBasket.prices
        : [...section.querySelectorAll('li span:not(:has(*))')]
            .map(textOf)
            .filter((text) => money.test(text) || text === 'FREE')
            .map(penceOf),
      fees: inBasket
        ? inBasket.fees
        : [...section.querySelectorAll('li small')].flatMap((small) => {
            const [, fee] = /(?:^includes|\+) (\S+) fee$/.exec(textOf(small)) ?? []
            return fee ? [penceOf(fee)] : []
          }),
      rows: rows.slice(0, -1).map(({ name, text }) => ({ name, amount: penceOf(text) })),
      total: rows.at(-1)?.text ?? (textOf(section).includes('Booked. Nothing to pay.') ? '£0.00' : ''),
      bar: bar ?? null,
    }
  }

  /** The lines of the basket, which stand beside its summary; null at another step. */
  function basketLines(): Pick<Order, 'prices' | 'fees'> | null {
    if (shell?.dataset.state !== 'basket') return null
    const lines = visible('main li:has([aria-label^="Remove"])').map((line) => {
      const [text = ''] = [...line.children]
        .map(textOf)
        .filter((one) => /^(FREE|[^\d\s]?\d[\d,]*\.\d\d)/.test(one))
      const [, price = ''] = /^(FREE|[^\d\s]?[\d,]+\.\d\d)/.exec(text) ?? []
      const [, fee = ''] = /(?:includes|\+) (\S+) fee$/.exec(text) ?? []
      const count = Number(line.querySelector('input')?.value ?? /Quantity: (\d+)/.exec(textOf(line))?.[1])
      // The small fee is that of one ticket.
      return { count, price: penceOf(price), fee: penceOf(fee) * (text.includes(' each') ? count : 1) }
    })
    const reserve = visible('button')
      .map(textOf)
      .find((text) => text.startsWith('Reserve Basket'))
    const isSaved =
      Number(/\d+/.exec(reserve ?? '')?.[0]) === lines.reduce((sum, { count }) => sum + count, 0)
    return {
      prices: isSaved ? lines.map(({ price }) => price) : null,
      fees: lines.map(({ fee }) => fee),
    }
  }

  function focusOf(): Look['focus'] {
    const active = document.activeElement
    if (!active || active === document.body || !active.checkVisibility({ visibilityProperty: true }))
      return null
    return active.getAttribute('aria-label') || textOf(active) || active.tagName.toLowerCase()
  }

  const shell = document.querySelector<HTMLElement>('[data-state]')
  const isSummary = (element: Element) => /^There is a problem/.test(textOf(element))
  const summary = visible('[role=alert]').find(isSummary)
  const isMarked = (link: HTMLAnchorElement) => {
    const field = document.getElementById(link.hash.slice(1))
    const controls = field?.matches('fieldset') ? [field, ...field.querySelectorAll('*')] : [field]
    return (
      controls.some((one) => one?.getAttribute('aria-invalid') === 'true') ||
      textOf(field).includes(textOf(link))
    )
  }
  const errors = [
    ...visible('[data-tone=error], [data-sonner-toast][data-type=error]').map(textOf),
    ...visible('[role=alert]')
      .filter((one) => !isSummary(one))
      .map(textOf),
  ]
  return {
    step: (shell?.dataset.state ?? null) as CheckoutState | null,
    view: shell?.dataset.view ?? null,
    isLoading: shell?.dataset.substate === 'loading',
    title: document.title,
    headings: visible('h1').map((element) => element.innerText.replaceAll(/\s+/g, ' ')),
    nameless: [
      ...visible('h1, h2, h3, h4').filter((one) => !textOf(one) && !one.querySelector('[alt]')),
      ...visible('fieldset, [role=group]').filter(
        (one) =>
          !textOf(one.querySelector('legend')) && !one.ariaLabel && !one.hasAttribute('aria-labelledby'),
      ),
    ].map(({ tagName }) => tagName.toLowerCase()),
    countdowns: visible('[role=timer]').map(textOf),
    reservedFor:
      visible('section p')
        .map(textOf)
        .find((text) => /^(Reserved for|Held while you pay$)/.test(text)) ?? null,
    focus: focusOf(),
    order: orderOf(),
    problems: summary
      ? [...summary.querySelectorAll<HTMLAnchorElement>('li:not([aria-hidden=true]) a')].map((link) => ({
          text: textOf(link),
          isMarked: isMarked(link),
        }))
      : null,
    isAtProblems: summary !== undefined && document.activeElement === summary,
    errors: errors.filter(Boolean),
    stepErrors: visible('main [data-tone=error]').map(textOf),
    isInvalid:
      visible(`main [aria-invalid=true]${shell?.dataset.state === 'basket' ? ':not([type=number])' : ''}`)
        .length > 0,
    isPlan: visible('[name=instalment_option]').length > 0,
    payButtons: visible('button')
      .map(textOf)
      .filter((name) => /^(Pay|Claim) /.test(name)),
    words: visible('[data-connection], main')
      .map((element) => element.innerText)
      .join(),
  }
}
