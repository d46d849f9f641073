import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, vi } from 'vitest'
import { createActor } from 'xstate'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'

/** A reply of the shop: JSON with status 200, or a whole response. A list answers one call after another, its last one for ever. */
type Reply = object | Response | (() => Promise<Response>)

/** The wire's checkout; the schemas fill in what a test leaves out. */
export type WireCheckout = { state: CheckoutState } & Record<string, unknown>

interface Shop {
  /** Replies by the last part of the call's path, such as `save_donation`. A call without one is answered `{}`. */
  replies?: Record<string, Reply | Reply[]>
  /** Who is signed in; nobody unless told. */
  user?: object | null
}

/** A call as the shop received it: the last part of its path, and the fields of its form. */
interface Call {
  name: string
  fields: Record<string, string>
}

/** How long to wait for something that must come, in milliseconds: a busy machine is no failure. */
const PATIENCE = 15_000
configure({ asyncUtilTimeout: PATIENCE })

let close = () => {}

afterEach(() => {
  close()
  close = () => {}
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/**
 * Opens the page on a checkout, with everything behind it that it really has: charts, actors and calls. Only the shop
 * is fake: `fetch` answers from `replies` and records what was sent. How the running checkout is put together is the
 * page's own affair (src/app). Resolves once the step of `checkout.state` is drawn.
 */
export async function openCheckout(checkout: WireCheckout, { replies = {}, user = null }: Shop = {}) {
  const calls: Call[] = []
  const answers: Record<string, Reply | Reply[]> = {
    get: { sale_reference: 'S1', currency: '£', basket_total: '20.00', ...checkout },
    get_user: { user: user ?? [] },
    ...replies,
  }
  // It stays after the test: what is still under way must not reach the network.
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const name = new URL(request.url).pathname.split('/').findLast(Boolean) ?? ''
    calls.push({ name, fields: Object.fromEntries(new URLSearchParams(await request.text())) })
    return respond(answers, name)
  }

  const { checkoutActor: running } = await import('#src/app/checkout-actor.ts')
  const { queryClient } = await import('#src/app/query-client.ts')
  const { CheckoutScreen } = await import('#src/checkout/checkout-screen.tsx')
  const { Announcer } = await import('#src/ui/announcer.tsx')
  // The page's own actor runs once for all tests of a file; each test starts another one of the same make.
  running.stop()
  queryClient.clear()
  calls.length = 0
  const actor = createActor(running.logic).start()
  close = () => actor.stop()
  render(
    <QueryClientProvider client={queryClient}>
      <Announcer />
      <CheckoutScreen actor={actor} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => {
    expect(shownStep()).toBe(checkout.state)
    expect(screen.getByRole('main').textContent).not.toBe('CheckoutLoading')
  }, PATIENCE)
  await settled()

  const buyer = userEvent.setup({ delay: null })
  return {
    calls,
    /** Presses a button, link, radio or checkbox, and lets the answers come. */
    async press(target: string | RegExp | HTMLElement) {
      await buyer.click(target instanceof HTMLElement ? target : button(target))
      await settled()
    },
    /** Types over what stands in a field, and lets the answers come. */
    async type(target: string | RegExp | HTMLElement, text: string) {
      const element = target instanceof HTMLElement ? target : field(target)
      await buyer.clear(element)
      if (text) await buyer.type(element, text)
      await settled()
    },
    /** Chooses an option of a list by its text. */
    async choose(target: string | RegExp, option: string) {
      const list = field(target)
      const { value } = within(list).getByRole<HTMLOptionElement>('option', { name: option })
      fireEvent.input(list, { target: { value } })
      fireEvent.change(list, { target: { value } })
      await settled()
    },
    /** The fields of each call of this name, oldest first. */
    sent: (name: string) => calls.filter((call) => call.name === name).map(({ fields }) => fields),
    /** Changes what the shop answers from now on. */
    answer: (name: string, reply: Reply | Reply[]) => void (answers[name] = reply),
    /** Changes the checkout that the shop sends from now on. */
    change: (changes: Record<string, unknown>) =>
      void (answers.get = { ...(answers.get as object), ...changes }),
  }
}

export type OpenedCheckout = Awaited<ReturnType<typeof openCheckout>>

function respond(answers: Record<string, Reply | Reply[]>, name: string) {
  const known = answers[name] ?? {}
  const reply = Array.isArray(known) ? (known.length > 1 ? known.shift() : known[0]) : known
  if (typeof reply === 'function') return reply()
  return reply instanceof Response ? reply.clone() : Response.json(reply)
}

/** A refusal of the shop with its message. */
export const refused = (message: string, status = 422) => Response.json({ message }, { status })

/** A reply that is still on its way; `arrive` lets it come. */
export function pending(reply: object = {}) {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  return { reply: () => arrived.then(() => Response.json(reply)), arrive: () => arrive() }
}

/** The step on the screen, as the page names it for support. */
export const shownStep = () => document.querySelector('[data-state]')?.getAttribute('data-state')

/** Lets everything arrive that has been answered: until the page has stood still for a few turns. */
export async function settled() {
  let shown = ''
  for (let still = 0; still < 4; still += 1) {
    await vi.dynamicImportSettled()
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    if (document.body.innerHTML !== shown) still = 0
    shown = document.body.innerHTML
  }
}

/** The step itself, without header, progress and order summary. */
export const step = () => within(screen.getByRole('main'))

export const heading = () => screen.getByRole('heading', { level: 1 }).textContent
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
/** The link to edit the basket, whose code comes after the summary. */
export const editBasket = (name = 'Edit basket') => summary().findByRole('button', { name })

export const summary = () => within(screen.getByRole('region', { name: 'Order summary' }))

/** What an element is described by: hint, error, reason. */
export function description(element: Element) {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

/** The entries of the error summary, none where there is no summary. */
export function problems() {
  const list = screen.queryByRole('heading', { name: 'There is a problem' })?.parentElement
  return list ? [...list.querySelectorAll('a')].map((entry) => entry.textContent) : []
}

/** The notices of the step with their tone. */
export const notices = () =>
  [...document.querySelectorAll('main [data-tone]')].map(
    (notice) => `${notice.getAttribute('data-tone')}: ${notice.textContent}`,
  )

/** What is read out at the moment. */
export const spoken = () =>
  [...document.querySelectorAll('[aria-live="polite"].visually-hidden p')].map((line) => line.textContent)
