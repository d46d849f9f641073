import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { createActor } from 'xstate'
import { forgetDrafts } from '#src/lib/form-drafts.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** A reply of the fake shop: JSON with status 200, or a Response. A list is used call by call; its last reply repeats. */
type Reply = object | Response | (() => Promise<Response>)

/** A checkout reply; schemas supply missing fields. */
export type WireCheckout = { state: CheckoutState } & Record<string, unknown>

interface Shop {
  /** Replies by the last part of the path, such as `save_donation`; the default is `{}`. */
  replies?: Record<string, Reply | Reply[]>
  /** The signed-in user; none by default. */
  user?: object | null
  /** Sends one event for a press or a text, instead of every movement and key: for tests with hundreds of them. */
  hasBriefInput?: boolean
}

/** A recorded call: the last part of its path, and its form fields. */
interface Call {
  name: string
  fields: Record<string, string>
}

/** Time limit for expected elements in milliseconds, generous for slow machines. */
const PATIENCE = 15_000

const reactEnvironment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }
configure({ asyncUtilTimeout: PATIENCE, asyncWrapper: withoutFakeTimers })

/** Lets the page react to input without a timer: a simulated one takes 20 ms for each key and press. */
async function withoutFakeTimers<T>(input: (...args: unknown[]) => Promise<T>) {
  const before = reactEnvironment.IS_REACT_ACT_ENVIRONMENT
  reactEnvironment.IS_REACT_ACT_ENVIRONMENT = false
  try {
    const result = await input()
    await new Promise((resolve) => setImmediate(resolve))
    return result
  } finally {
    reactEnvironment.IS_REACT_ACT_ENVIRONMENT = before
  }
}

let close = () => {}

afterEach(() => {
  close()
  close = () => {}
  cleanup()
  sessionStorage.clear()
  forgetDrafts()
  if (vi.isFakeTimers()) act(() => vi.runOnlyPendingTimers())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// A notification that was closed goes by a timer of its library, which fails without a page.
afterAll(() => vi.waitFor(() => expect(document.querySelector('[data-removed=true]')).toBeNull(), PATIENCE))

/**
 * Renders the page with its real charts, actors and calls. Only the shop is fake: `fetch` returns `replies` and records
 * requests. Resolves once the step of `checkout.state` is shown.
 */
export async function openCheckout(
  checkout: WireCheckout,
  { replies = {}, user = null, hasBriefInput = false }: Shop = {},
) {
  const calls: Call[] = []
  const answers: Record<string, Reply | Reply[]> = {
    get: { sale_reference: crypto.randomUUID(), currency: '£', basket_total: '20.00', ...checkout },
    get_user: { user: user ?? [] },
    ...replies,
  }
  // Not restored after the test, as pending calls must not reach the network.
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const name = new URL(request.url).pathname.split('/').findLast(Boolean) ?? ''
    calls.push({ name, fields: Object.fromEntries(new URLSearchParams(await request.text())) })
    return respond(answers, name)
  }

  const { checkoutActor } = await import('#src/app/checkout-actor.ts')
  const running = checkoutActor()
  const { queryClient } = await import('#src/app/query-client.ts')
  const { CheckoutScreen } = await import('#src/app/checkout-screen.tsx')
  const { Announcer } = await import('#src/ui/announcer.tsx')
  // The page's actor exists once per file, so each test starts another one with the same logic.
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
  await settled()
  await vi.waitFor(() => {
    expect(shownStep()).toBe(checkout.state)
    expect(screen.getByRole('main').textContent).not.toBe('CheckoutLoading')
  }, PATIENCE)
  await settled()

  const buyer = hasBriefInput ? briefBuyer : userEvent.setup({ delay: null })
  return {
    calls,
    /** Presses a button, link, radio or checkbox, and waits for the replies. */
    async press(target: string | RegExp | HTMLElement) {
      await buyer.click(target instanceof HTMLElement ? target : button(target))
      await settled()
    },
    /** Replaces the value of a field, and waits for the replies. */
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
    /** Changes the replies from now on. */
    answer: (name: string, reply: Reply | Reply[]) => void (answers[name] = reply),
    /** Changes the checkout reply from now on. */
    change: (changes: Record<string, unknown>) =>
      void (answers.get = { ...(answers.get as object), ...changes }),
  }
}

const briefBuyer = {
  click(element: Element) {
    act(() => (element as HTMLElement).focus())
    fireEvent.click(element)
  },
  clear: (element: Element) => void fireEvent.input(element, { target: { value: '' } }),
  type(element: Element, text: string) {
    act(() => (element as HTMLElement).focus())
    fireEvent.input(element, { target: { value: text } })
  },
}

export type OpenedCheckout = Awaited<ReturnType<typeof openCheckout>>

function respond(answers: Record<string, Reply | Reply[]>, name: string) {
  const known = answers[name] ?? {}
  const reply = Array.isArray(known) ? (known.length > 1 ? known.shift() : known[0]) : known
  if (typeof reply === 'function') return reply()
  return reply instanceof Response ? reply.clone() : Response.json(reply)
}

/** An error reply with a message. */
export const refused = (message: string, status = 422) => Response.json({ message }, { status })

/** A pending reply; `arrive` completes it. */
export function pending(reply: object = {}, status = 200) {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  return { reply: () => arrived.then(() => Response.json(reply, { status })), arrive: () => arrive() }
}

/** Returns the step on the screen, by its `data-state`. */
export const shownStep = () => document.querySelector('[data-state]')?.getAttribute('data-state')

/** Waits until all replies have arrived and the page has been idle for a few turns. */
export async function settled() {
  let shown = ''
  for (let still = 0; still < 4; still += 1) {
    await vi.dynamicImportSettled()
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    if (document.body.innerHTML !== shown) still = 0
    shown = document.body.innerHTML
  }
}

/** Queries the step without header, progress and order summary. */
export const step = () => within(screen.getByRole('main'))

export const heading = () => screen.getByRole('heading', { level: 1 }).textContent
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
/** Finds the "Edit basket" link, which is lazy. */
export const editBasket = (name = 'Edit basket') => summary().findByRole('button', { name })

export const summary = () => within(screen.getByRole('region', { name: 'Order summary' }))

/** Returns the accessible description of an element: hint, error, reason. */
export function description(element: Element) {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

/** Returns the entries of the error summary, if any. */
export function problems() {
  const list = screen.queryByRole('heading', { name: 'There is a problem' })?.parentElement
  return list
    ? [...list.querySelectorAll('li:not([aria-hidden=true]) a')].map((entry) => entry.textContent)
    : []
}

/** Returns the notices of the step with their tone. */
export const notices = () =>
  [...document.querySelectorAll('main [data-tone]')].map(
    (notice) => `${notice.getAttribute('data-tone')}: ${notice.textContent}`,
  )

/** Returns the current announcement. */
export const spoken = () =>
  [...document.querySelectorAll('[aria-live="polite"].visually-hidden p')].map((line) => line.textContent)
