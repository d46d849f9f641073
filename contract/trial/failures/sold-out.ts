import { NotTried } from '#contract/trial/findings.ts'
import { Buyer } from '#contract/trial/buyer.ts'
import type { Trial } from '#contract/trial/trial.ts'
import { outsideMeans } from '#contract/trial/outside-means.ts'

/** So many buyers take what they can; if there is more, the ticket is not scarce. */
const mostBuyers = 30

const lost = 'loses tickets: those that were given back are not on sale again'

/** Buyers take the last tickets; one who has them in the basket must not get them too, until they are given back. */
export async function soldOut(trial: Trial): Promise<void> {
  const { means, shop, app } = trial
  const { scarce } = means
  if (shop.isProduction) throw new NotTried('in production no tickets are taken from others')
  if (!scarce) throw new NotTried('it needs a ticket of which few are left: give --scarce event|date|type|0')
  const outside = outsideMeans(app, shop.base, {})
  const come = async () => {
    const buyer = new Buyer(
      await outside.open('paid', { pages: [{ link: '/', tickets: { [scarce]: 1 } }] }),
      trial.findings,
    )
    await buyer.read()
    buyer.state = 'basket'
    return buyer
  }
  const late = await come()
  const held: Buyer[] = []
  const take = async (buyer: Buyer) => {
    const outcome = await reserve(buyer)
    if (outcome === 'reserved') held.push(buyer)
    return outcome
  }
  try {
    for (let left = await leftFor(late); left > 0; left = await leftFor(late)) {
      if (held.length === mostBuyers)
        throw new NotTried(
          `${mostBuyers} buyers did not take all of ${scarce}: give one of which fewer are left`,
        )
      const taker = await come()
      const [line] = taker.checkout.tickets
      await taker.must('updateTicketQuantity', { ticket_id: line?.ticket_id ?? '', quantity: left })
      if ((await take(taker)) !== 'reserved') throw new NotTried(`${scarce} cannot be reserved there`)
    }
    if ((await take(late)) === 'reserved')
      throw late.broken(
        'reserveTickets',
        'reserves what is sold out: the line has told a max_can_reserve of 0',
      )
  } finally {
    for (const taker of held) await taker.call('destroySale')
  }
  const next = await come().catch((error: unknown) => {
    throw error instanceof NotTried ? late.broken('destroySale', lost) : error
  })
  if ((await leftFor(next)) === 0 || (await reserve(next)) !== 'reserved')
    throw next.broken('destroySale', lost)
  await next.call('destroySale')
}

/** How many the buyer may reserve, as the line in their basket tells. Throws `NotTried` if it tells no limit. */
async function leftFor(buyer: Buyer): Promise<number> {
  const [line] = (await buyer.read()).tickets
  if (!line) return 0
  if (line.max_can_reserve === null)
    throw new NotTried('lines tell no max_can_reserve, so nobody sees what is left')
  return line.max_can_reserve
}

async function reserve(buyer: Buyer) {
  buyer.state = 'reserve'
  const reply = await buyer.must('reserveTickets')
  if (reply.outcome === 'unknown')
    throw buyer.broken(
      'reserveTickets',
      'says nothing to a buyer who cannot have the tickets: neither error nor redirect',
    )
  return reply.outcome
}
