import { expectScreen } from '#e2e/screens/expect-screen.ts'
import type { Arrangement } from '#e2e/test.ts'
import { changed } from '../gate.ts'
import { has, type Do, type Doing } from '../walk.ts'
import { withholdOrderScript } from './late-script.ts'

/** The basket of the sandbox whose facts are those of a shape of the paths, as far as guards of this chart read them. */
const baskets: Record<string, Arrangement['shape']> = {
  plain: 'paid',
  questions_only: 'questions_before_and_waiver',
  address_only: 'delivery_and_messages',
  address_and_questions: 'delivery_and_questions',
  marketing_only: 'questions_after_and_messages',
  marketing_and_questions: 'marketing_and_questions',
  everything: 'everything_uncharitable',
  charity: 'charity',
  express: 'express',
  free: 'free',
  free_express: 'express_free',
  several_methods: 'plan',
  square: 'square',
  cannot_be_paid: 'unconfigured',
}

/** The basket that a path passes through a step with. */
const shapes: Record<string, Arrangement['shape']> = {
  donation: 'charity',
  gift_aid: 'charity',
  marketing_preferences: 'marketing',
  delivery_address: 'delivery_alone',
  ticket_questions_before: 'questions_before_and_waiver',
  awaiting_truelayer: 'bank',
  ticket_questions_after: 'questions_after',
  waiver: 'questions_before_and_waiver',
  after_sale_messages: 'messages',
}

/** Where a path begins, by what is loaded first. */
const loads: Record<string, Partial<Arrangement>> = {
  'paid at payment': { state: 'deliver_tickets' },
  'at captcha without its key': { state: 'captcha', captcha: true },
  'cancelled at the bank': { shape: 'bank', state: 'awaiting_truelayer', bank: 'cancel' },
  'editing the basket': { state: 'payment' },
  'at payment, no more time': { state: 'payment', secondsRemaining: 100 },
  'at payment, free': { shape: 'free', state: 'payment' },
  'hold gone': { state: 'payment', secondsRemaining: 0 },
}

type State = NonNullable<Arrangement['state']>

function arrangementOf(loaded: string, chosen: Arrangement['shape'] | undefined): Arrangement {
  const [, basket] = /^basket (.*)$/.exec(loaded) ?? []
  if (basket) return { shape: chosen ?? baskets[basket] ?? 'paid' }
  const known = loads[loaded]
  if (known) return { shape: 'paid', ...known }
  const state = loaded.replace(/^at /, '') as State // a step that the sandbox arranges, like all of `loads`
  return { shape: shapes[state] ?? 'paid', state }
}

/** What the shop answers to a reservation if it is asked to, by a step of the reservation itself. */
const replies: Record<string, Partial<Arrangement>> = {
  'done reserveTickets: captcha': { captcha: true },
  'done reserveTickets: redirect': { nextReserve: 'redirect' },
  'done reserveTickets: error': { nextReserve: 'error' },
  'done reserveTickets: unknown': { nextReserve: 'unknown' },
}

/** What the rest of a path needs. */
function needs(doing: Doing): Partial<Arrangement> {
  const { path } = doing
  const isAtBank = has(doing, 'done loadCheckout: at awaiting_truelayer')
  const isReserving = has(doing, 'done loadCheckout: at reserve')
  return {
    ...((has(doing, 'captcha.demanded') || has(doing, 'done loadCheckout: at captcha')) &&
      (isReserving ? { nextReserve: 'captcha' as const } : { captcha: true })),
    ...(has(doing, 'done reservation: returned') &&
      !has(doing, 'done loadCheckout: at captcha') && { nextReserve: 'error' }),
    ...path.steps.map(({ label }) => replies[label]).find(Boolean),
    ...(has(doing, 'countdown.expired') && { secondsRemaining: 60 }),
    ...((has(doing, 'countdown.shortened') || has(doing, 'countdown.over')) && { secondsRemaining: 170 }),
    ...(isAtBank && { bank: has(doing, 'done bankPolling: failed') ? 'fail' : 'pay_slowly' }),
    ...(path.steps.some(({ label }) => /^done (account|loadUser|fetchUser: signed in)/.test(label)) &&
      !has(doing, 'done account: rejected') && { user: 'member' }),
  }
}

/** Brings the browser to the first load of the checkout. */
export const start: Do = async (doing) => {
  const { page, gate, path, arrange } = doing
  if (has(doing, 'error orderCompleted: failed')) await withholdOrderScript(doing)
  if (has(doing, 'hold.corrected: over'))
    await page.route('**/update_basket_state/', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: changed({ seconds_remaining: 0 })(await response.json()) })
    })
  // A path on which the details of the order do not arrive
  if (path.chart === 'orderCompleted' && !path.steps.some(({ label }) => / loadOrder/.test(label)))
    gate.plan('loadOrder', 'shop')
  const loaded = /^done loadCheckout: (.*)$/.exec(
    path.steps.find(({ label }) => label.startsWith('done loadCheckout'))?.label ?? '',
  )
  await arrange({ ...arrangementOf(loaded?.[1] ?? 'basket plain', path.basket), ...needs(doing) })
  if (path.prepared === 0) return
  // That the basket is loaded belongs to how such a path begins
  await gate.release('loadCheckout')
  await expectScreen(page, 'basket')
}
