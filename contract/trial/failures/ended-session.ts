import { Buyer } from '#contract/trial/buyer.ts'
import { NotTried } from '#contract/trial/findings.ts'
import type { Trial } from '#contract/trial/trial.ts'
import { enter } from '#contract/trial/walk.ts'
import { anyWalk } from './walk-for.ts'

/** A buyer whose session the back-end does not know any more gets an empty basket, changes nothing, and reads messages. */
export async function endedSession(trial: Trial): Promise<void> {
  const { buyer } = await enter(trial, anyWalk(trial))
  const { hidden } = buyer.browser
  if (hidden.size === 0) {
    buyer.tolerated(
      'every call',
      'keeps the session in a cookie that scripts can read: it should be HttpOnly',
    )
    throw new NotTried('there is no HttpOnly cookie, so the session is unknown')
  }
  const [line] = buyer.checkout.tickets
  const quantities = ({ tickets }: typeof buyer.checkout) =>
    tickets.map(({ ticket_id, qty }) => `${qty} ${ticket_id}`).join()
  const before = quantities(buyer.checkout)

  const stranger = () => {
    const browser = buyer.browser.copy((value, name) => (hidden.has(name) ? madeUp(value) : value))
    const made = new Buyer(browser, trial.findings)
    made.state = 'basket'
    return made
  }
  const changing = stranger()
  const wanted = { ticket_id: line?.ticket_id ?? '', quantity: 1 + (line?.qty ?? 0) }
  if ((await changing.call('updateTicketQuantity', wanted)).ok)
    changing.tolerated('updateTicketQuantity', 'says success to a session that has ended')

  // Of its own, as a refusal may come with the cookies of a new session
  const reading = stranger()
  const found = await reading.call('getCheckout')
  if (found.ok && found.reply.tickets.length > 0)
    throw reading.broken('getCheckout', 'shows a basket to a session that has ended, or was never there')
  if (quantities(await buyer.read()) !== before)
    throw buyer.broken(
      'updateTicketQuantity',
      'changes the basket for a session that has ended, or was never there',
    )
}

/** The session of a customer ends when they sign out, also for who has kept its cookies. */
export async function signedOut(trial: Trial): Promise<void> {
  const { means, findings } = trial
  const buyer = new Buyer(await means.open('paid', '', { member: true }), findings)
  await buyer.read()
  buyer.state = 'payment'
  if ((await buyer.must('getUser')) === null) throw buyer.broken('getUser', 'tells no user who is signed in')
  const kept = new Buyer(buyer.browser.copy(), findings)
  kept.state = 'payment'
  await buyer.must('logoutOfSale')
  if ((await buyer.must('getUser')) !== null)
    throw buyer.broken('logoutOfSale', 'leaves the customer signed in')
  const known = await kept.call('getUser')
  if (known.ok && known.reply !== null)
    throw kept.broken('getUser', 'tells the customer to cookies of a session that has ended by signing out')
  await buyer.call('destroySale')
}

/** A text of the same form that no back-end has made. */
const madeUp = (value: string) =>
  value.replaceAll(/[a-z]/g, 'x').replaceAll(/[A-Z]/g, 'X').replaceAll(/\d/g, '7')
