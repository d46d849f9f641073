import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { findUserByEmail } from '#server/accounts/users.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { person, type Page, type Person } from '#server/testing/browser.ts'
import { account, codeFor, newEmail } from '#server/testing/buyers.ts'
import { checkoutOf, offer } from '#server/testing/offers.ts'
import { cards, press, typeCard } from '#server/testing/payers.ts'
import { chargeDue, days, planned, type Planned } from '#server/testing/plans.ts'
import { sweep } from '#server/testing/sweep.ts'
import { standsAlone } from '#server/testing/stands-alone.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(async () => {
  vi.useRealTimers()
  shop.answer = null
  await shop.db.updateTable('payment_plans').set({ status: 'completed' }).execute()
})

/** Opens a browser and signs in with an emailed code; creates the account if needed. */
async function signedIn(email = newEmail()): Promise<Person> {
  if (!(await findUserByEmail(shop.db, email))) await account(shop, email)
  const someone = await person(shop)
  const page = await someone.send('/signin/', '/signin/', { email, next: '/account/' })
  const code = await codeFor(shop, email)
  const { location } = await someone.sendFrom(page, '/signin/code/', { email, code, next: '/account/' })
  expect(location).toBe('/account/')
  return someone
}

/** A guest with an instalment plan who has signed in with the same email. */
async function buyer(card?: string): Promise<Planned & { someone: Person; cardPage: string }> {
  const plan = await planned(shop, card)
  return { ...plan, someone: await signedIn(plan.email), cardPage: `/account/plans/${plan.saleId}/card/` }
}

const saleOf = (id: string) =>
  shop.db.selectFrom('sales').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A buyer whose second instalment has just been charged in vain. Sessions do not last from one instalment to the next. */
async function overdueBuyer(card: string, waits = [30]) {
  const plan = await planned(shop, card)
  for (const count of waits) {
    await moveShopTime(shop.db, days(count) + 1)
    await chargeDue(shop)
  }
  const paths = { cardPage: `/account/plans/${plan.saleId}/card/`, pay: `/account/plans/${plan.saleId}/pay/` }
  return { ...plan, ...paths, someone: await signedIn(plan.email) }
}

/** A buyer whose plan is stopped. */
async function stoppedBuyer() {
  const one = await overdueBuyer(cards.failsOnceSaved, [30, 1, 2, 4])
  expect((await one.plan()).status).toBe('stopped')
  return one
}

/** Charges the due instalment, and leaves the charge open at the provider. Returns how the shop knows it. */
async function overtaken({ saleId }: Planned): Promise<() => Promise<string>> {
  shop.answer = async (request) => {
    const form = new URLSearchParams(await request.clone().text())
    if (!request.url.endsWith('/payment_intents')) return shop.app.request(request)
    form.delete('confirm')
    const reply = await shop.app.request(
      new Request(request.url, { method: 'POST', headers: request.headers, body: form }),
    )
    return Response.json({ ...((await reply.json()) as object), status: 'processing' })
  }
  await chargeDue(shop)
  shop.answer = null
  const attempt = () =>
    shop.db
      .selectFrom('payment_attempts')
      .select('status')
      .where('sale_id', '=', saleId)
      .orderBy('created_at')
      .executeTakeFirstOrThrow()
  expect((await attempt()).status).toBe('open')
  return async () => (await attempt()).status
}

const wordsOf = ({ html }: Page) =>
  html
    .replace(/^[^]*<main/, '<main')
    .replace(/<footer[^]*/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#39;', "'")

/** Follows redirects within the shop. */
async function follow({ someone }: { someone: Person }, page: Page): Promise<Page> {
  let at = page
  while (at.location) at = await someone.open(at.location.replace(shop.config.origin, ''))
  return at
}

/** Sends a new card in the form of the card page, as its script does. */
async function sendNewCard({ someone, cardPage }: { someone: Person; cardPage: string }, number?: string) {
  return someone.send(cardPage, cardPage, {
    card: 'new',
    payment_method_id: await typeCard(shop, number),
  })
}

const savedCards = async (email: string) => {
  const user = await findUserByEmail(shop.db, email)
  return shop.db
    .selectFrom('user_cards')
    .selectAll()
    .where('user_id', '=', user?.id ?? '')
    .orderBy('created_at')
    .execute()
}

describe('account settings', () => {
  it('ask a visitor to sign in first, and lead back', async () => {
    const someone = await person(shop)
    const { status, location } = await someone.open('/account/')
    expect([status, location]).toEqual([303, '/signin/?next=%2Faccount%2F'])
    const usual = await someone.open('/signin/')
    expect(wordsOf(usual)).not.toContain('ccount settings')
    expect(wordsOf(await someone.open(location ?? ''))).toContain(
      "To open your account settings, we'll email you a one-time code.",
    )
  })

  it('and the ticket wallet are linked from each other', async () => {
    const someone = await signedIn()
    expect((await someone.open('/account/wallet/')).html).toContain('href="/account/"')
    expect((await someone.open('/account/')).html).toContain('<a href="/account/wallet/">Ticket wallet</a>')
  })

  it('change name and phone, which new orders then use', async () => {
    const email = newEmail()
    const someone = await signedIn(email)
    const saved = await someone.send('/account/', '/account/details/', {
      name: ' Augusta   Ada King ',
      phone: '01632 960 001',
    })
    const page = await follow({ someone }, saved)
    expect(wordsOf(page)).toContain('Your details have been saved.')
    expect(page.html).toMatch(/value="Augusta Ada King"[^]*value="01632 960 001"/)
    expect(await findUserByEmail(shop.db, email)).toMatchObject({
      first_name: 'Augusta',
      last_name: 'Ada King',
      phone: '01632 960 001',
    })
    const event = await offer(shop.db, { organiser: { requires_phone_number: true } })
    await someone.visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })
    expect((await checkoutOf(someone.visitor)).contact_number).toBe('01632 960 001')
    const quiet = await offer(shop.db)
    const other = await signedIn(email)
    await other.visitor.post('/do/checkout/add/', { ticket: [quiet.entry(1)] })
    expect((await checkoutOf(other.visitor)).contact_number).toBe('')
  })

  it.each([
    [{ name: 'Augusta', phone: '' }, 'Please type both your first and last name(s)'],
    [{ name: 'Win at www.example.com', phone: '' }, 'Please'],
    [{ name: 'Ada King', phone: '12' }, 'Type a valid phone number'],
    [{ name: 'Ada King', phone: '4242 4242 4242 4242' }, 'Please'],
    [{ name: 'Augusta', phone: '12' }, 'Please type both your first and last name(s)'],
  ])('refuse %j beside the field, and save nothing', async (typed, message) => {
    const email = newEmail()
    const someone = await signedIn(email)
    const page = await someone.send('/account/', '/account/details/', typed)
    expect(page.address).toContain('/account/?form=')
    expect(page.status).toBe(422)
    expect(page.html.match(/ autofocus\b/g)).toHaveLength(1)
    expect(/<p class="field-problem"[^>]*>([^]*?)<\/p>/.exec(page.html)?.[1]).toContain(message)
    expect(await findUserByEmail(shop.db, email)).toMatchObject({ last_name: 'Lovelace', phone: '' })
  })

  it('of somebody who is not signed in cannot be changed', async () => {
    const someone = await person(shop)
    const page = await someone.open('/signin/')
    const [, _token = ''] = /name="_token"\s+value="([^"]+)"/.exec(page.html) ?? []
    const sent = await someone.sendFrom(page, '/account/details/', { _token, name: 'Ada King', phone: '' })
    expect([sent.status, sent.location]).toEqual([303, '/signin/?next=%2Faccount%2F'])
  })

  it('say who is signed in, and let them sign out', async () => {
    const someone = await signedIn()
    const page = await someone.open('/account/')
    expect(wordsOf(page)).toMatch(/Signed in as \S+ @\S+ Sign out/)
    expect((await someone.sendFrom(page, '/signout/', {})).location).toBe('/all-events/')
    expect((await someone.open('/account/')).location).toContain('/signin/')
  })

  it('say that there is nothing yet, and what would be listed', async () => {
    const page = await (await signedIn()).open('/account/')
    const words = wordsOf(page)
    expect(words).toContain('You have no payment plans. What you pay in instalments is listed here.')
    expect(words).toContain('You have no saved cards. The card of a payment plan is saved here.')
    // All of it stands in one frame.
    expect(page.html.match(/class="panel/g)).toHaveLength(1)
  })

  it('show a guest’s plan to the account with their email: what is paid, and what will be charged to which card', async () => {
    const one = await buyer()
    const { order_reference } = await saleOf(one.saleId)
    const page = await one.someone.open('/account/')
    const words = wordsOf(page)
    expect(words).toContain(`Order ${order_reference!.slice(0, 4)} ${order_reference!.slice(4)}`)
    expect(words).toMatch(/£8\.00 of £20\.00 paid; £6\.00 is due on \w{3} \d+ \w{3} \d{4}/)
    expect(words).toMatch(/£8\.00 Paid .* £6\.00 To be charged .* £6\.00 To be charged Total £20\.00/)
    expect(words).toMatch(/Paid with Visa ending 4242 , expires 12\/\d\d/)
    expect(words).not.toContain('Pay £')
  })

  it('are led to by the page of the order, which says when the rest is to be paid', async () => {
    const one = await buyer()
    const { order_reference } = await saleOf(one.saleId)
    const order = `/account/orders/${order_reference}/`
    const page = await one.someone.open(order)
    const day = String.raw`\w{3} \d+ \w{3} \d{4}`
    expect(wordsOf(page)).toMatch(
      new RegExp(`What you pay .*Total £20.00 .*£8.00 (To be paid on ${day} £6.00 ){2}`),
    )
    expect(wordsOf(page)).not.toMatch(/Still to pay|Not paid yet/)
    expect(page.html).toContain(`href="/account/#plan-${one.saleId}"`)
    expect((await one.someone.open('/account/')).html).toContain(`id="plan-${one.saleId}"`)
    const asGuest = await one.visitor.get(order, { Accept: 'text/html' })
    expect(asGuest.text).toContain('To be paid on')
    expect(asGuest.text).not.toContain('/account/#plan-')
  })

  it('say what has failed and when it is tried again', async () => {
    const one = await overdueBuyer(cards.declined)
    const words = wordsOf(await one.someone.open('/account/'))
    expect(words).toContain('£6.00 is due and not paid yet. Pay it now, or use another card.')
    expect(words).not.toContain('is due on')
    expect(words).toMatch(/Failed\. We try again on \w{3} \d+ \w{3} \d{4}/)
    expect(words).toContain('Pay £6.00 now with Visa ending 0002')
    const { order_reference } = await saleOf(one.saleId)
    expect(wordsOf(await one.someone.open(`/account/orders/${order_reference}/`))).toMatch(
      /To be paid on \S+ \d+ \S+ \d{4} £6\.00 Not paid yet To be paid on [^£]*\d{4} £6\.00/,
    )
  })
})

describe('somebody else’s plan and card', () => {
  it.each(['card', 'pay', 'paid', 'card-saved'])('are not found at …/%s/ [S21]', async (page) => {
    const { saleId } = await planned(shop)
    const stranger = await signedIn()
    const path = `/account/plans/${saleId}/${page}/`
    const reply =
      page === 'pay'
        ? await stranger.send('/account/wallet/', path, await token(stranger))
        : await stranger.open(path)
    expect(reply.status).toBe(404)
    expect(reply.html).not.toMatch(standsAlone('4242'))
  })

  it('are not found when the card is made default, removed or chosen [S21]', async () => {
    const owner = await buyer()
    await sendNewCard(owner)
    const [card] = await savedCards(owner.email)
    const stranger = await buyer()
    for (const action of ['default', 'remove'])
      expect(
        (
          await stranger.someone.send(
            '/account/',
            `/account/cards/${card?.id}/${action}/`,
            await token(stranger.someone),
          )
        ).status,
      ).toBe(404)
    const chosen = await stranger.someone.send(stranger.cardPage, stranger.cardPage, { card: card?.id ?? '' })
    expect(chosen.status).toBe(404)
    expect(await savedCards(owner.email)).toEqual([card])
  })

  it('are not found when the chosen card is no id', async () => {
    const one = await buyer()
    expect((await one.someone.send(one.cardPage, one.cardPage, { card: 'invented' })).status).toBe(404)
  })

  it('are not found under an address that is no id', async () => {
    expect((await (await signedIn()).open('/account/plans/1/card/')).status).toBe(404)
  })
})

/** The token of the session, from a form of any page. */
async function token(someone: Person): Promise<Record<string, string>> {
  const { html } = await someone.open('/account/wallet/')
  return { _token: /name="_token"\s+value="([^"]+)"/.exec(html)?.[1] ?? '' }
}

describe('another card', () => {
  it('pays the plan from then on, and is saved in the account', async () => {
    const one = await buyer()
    const page = await follow(one, await sendNewCard(one, '5555555555554444'))
    expect(wordsOf(page)).toContain('From now on this plan is paid with the card that you chose.')
    expect(await one.plan()).toMatchObject({ brand: 'mastercard', last4: '4444' })
    expect(await savedCards(one.email)).toMatchObject([{ last4: '4444', is_default: true }])
    await moveShopTime(shop.db, days(30) + 1)
    await chargeDue(shop)
    expect((await one.instalments()).map(({ payment_id }) => payment_id !== null)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('can be one of the saved cards', async () => {
    const one = await buyer()
    await sendNewCard(one, '5555555555554444')
    await sendNewCard(one)
    const [first] = await savedCards(one.email)
    await one.someone.send(one.cardPage, one.cardPage, { card: first?.id ?? '' })
    expect((await one.plan()).last4).toBe('4444')
  })

  it('is chosen once the bank has asked the buyer and they agreed', async () => {
    const one = await buyer()
    const sent = await sendNewCard(one, cards.challenged)
    expect((await one.plan()).last4).toBe('4242')
    const page = await follow(one, { ...sent, location: await press(shop, sent.location ?? '', 'approve') })
    expect(wordsOf(page)).toContain('From now on this plan is paid with the card that you chose.')
    expect((await one.plan()).last4).toBe('3155')
  })

  it('is not chosen if the buyer refuses or leaves the bank’s page', async () => {
    const one = await buyer()
    const sent = await sendNewCard(one, cards.challenged)
    expect((await one.plan()).last4).toBe('4242')
    const page = await follow(one, { ...sent, location: await press(shop, sent.location ?? '', 'fail') })
    expect(wordsOf(page)).toContain('We are unable to authenticate your payment method.')
    expect((await one.plan()).last4).toBe('4242')
    expect(await savedCards(one.email)).toEqual([])
  })

  it('is not chosen by the set-up of another customer [S21]', async () => {
    const [one, other] = [await buyer(), await buyer()]
    const sent = await sendNewCard(other, cards.challenged)
    const back = new URL(await press(shop, sent.location ?? '', 'approve'))
    const page = await one.someone.open(`/account/plans/${one.saleId}/card-saved/${back.search}`)
    expect((await follow(one, page)).status).toBe(422)
    expect((await one.plan()).last4).toBe('4242')
  })

  it('is refused with the bank’s reason', async () => {
    const one = await buyer()
    const page = await sendNewCard(one, cards.declined)
    expect([page.status, wordsOf(page)]).toEqual([422, expect.stringContaining('Your card was declined.')])
  })

  it('is offered with what it needs, and as a choice only beside saved ones', async () => {
    const one = await buyer()
    const { html } = await one.someone.open(one.cardPage)
    expect(html).toMatch(/<noscript>[^]*allow scripts for this page[^]*<\/noscript>/)
    expect(html).toMatch(/data-key="pk_sandbox_foyer"[^>]*data-script="\/sandbox\/stripe.js"/)
    expect(html).not.toContain('type="radio"')
    await sendNewCard(one, '5555555555554444')
    await sendNewCard(one)
    const beside = (await one.someone.open(one.cardPage)).html
    expect(beside).toMatch(/data-new-card\s+hidden/)
    expect(beside.match(/type="radio"\s+name="card"/g)).toHaveLength(2)
  })

  it('keeps what the buyer agreed to', async () => {
    const one = await buyer()
    const { wording, agreed_at } = await one.plan()
    await sendNewCard(one, '5555555555554444')
    expect(await one.plan()).toMatchObject({ wording, agreed_at })
  })
})

describe('an overdue instalment', () => {
  it('is paid at once when the buyer asks for it', async () => {
    const one = await overdueBuyer(cards.failsOnceSaved)
    await one.setCard('4242424242424242')
    const page = await follow(one, await one.someone.send('/account/', one.pay, {}))
    expect(wordsOf(page)).toContain('Thank you. Your payment has arrived.')
    expect((await one.instalments())[1]?.payment_id).not.toBeNull()
  })

  it('is paid together with the change of the card, and the stopped plan goes on [DONE-10]', async () => {
    const one = await stoppedBuyer()
    const form = await one.someone.open(one.cardPage)
    expect(wordsOf(form)).toContain('Use this card and pay £6.00 now')
    await follow(one, await sendNewCard(one))
    expect((await one.plan()).status).toBe('active')
    const alarm = await shop.db
      .selectFrom('alarms')
      .select('resolved_at')
      .where('sale_id', '=', one.saleId)
      .executeTakeFirstOrThrow()
    expect(alarm.resolved_at).not.toBeNull()
    expect((await one.messages()).mails.at(-1)).toBe('We have received £6.00')
  })

  it('is confirmed at the bank if it asks, and the buyer comes back', async () => {
    const one = await overdueBuyer(cards.alwaysChallenged)
    const sent = await one.someone.send('/account/', one.pay, {})
    const page = await follow(one, { ...sent, location: await press(shop, sent.location ?? '', 'approve') })
    expect(wordsOf(page)).toContain('Thank you. Your payment has arrived.')
    expect((await one.plan()).status).toBe('active')
  })

  it('stays due if the buyer refuses, without a mail, and can be tried again', async () => {
    const one = await overdueBuyer(cards.alwaysChallenged)
    const told = await one.messages()
    const sent = await one.someone.send('/account/', one.pay, {})
    const page = await follow(one, { ...sent, location: await press(shop, sent.location ?? '', 'fail') })
    expect(wordsOf(page)).toContain('Your payment was not completed.')
    expect(await one.messages()).toEqual(told)
    const again = await one.someone.send('/account/', one.pay, {})
    expect(again.location).toContain('/challenge/')
    // The buyer leaves the bank's page, and presses once more.
    expect((await one.someone.send('/account/', one.pay, {})).location).toContain('/challenge/')
  })

  it('is said to be checked if the provider does not answer, and is paid once it does', async () => {
    const one = await overdueBuyer(cards.failsOnceSaved)
    await one.setCard('4242424242424242')
    const form = await one.someone.open('/account/')
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    shop.answer = async (request) => {
      asked.resolve()
      await answered.promise
      return shop.app.request(request)
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reply = one.someone.sendFrom(form, one.pay, {})
    await asked.promise
    await vi.advanceTimersByTimeAsync(9_900)
    expect(wordsOf(await reply)).toContain('We are checking your payment.')
    vi.useRealTimers()
    answered.resolve()
    await vi.waitFor(async () => expect((await one.instalments())[1]?.payment_id).not.toBeNull())
  })

  it('is paid without a word of a decline if the buyer overtakes a charge that is still open', async () => {
    const plan = await planned(shop)
    await moveShopTime(shop.db, days(30) + 1)
    // A charge that waits at the provider and can be cancelled.
    const waiting = await overtaken(plan)
    const one = { ...plan, someone: await signedIn(plan.email) }
    const page = await follow(
      one,
      await one.someone.send('/account/', `/account/plans/${one.saleId}/pay/`, {}),
    )
    expect(wordsOf(page)).toContain('Thank you. Your payment has arrived.')
    expect(await waiting()).toBe('failed')
    expect(await one.messages()).toEqual({
      mails: ['Your one-time code', 'We have received £6.00'],
      sms: [],
    })
    expect((await one.instalments())[1]?.tries).toBe(0)
  })

  it('is charged by itself the next day if the buyer overtook the charge and did not pay', async () => {
    const one = await planned(shop)
    await moveShopTime(shop.db, days(30) + 1)
    await overtaken(one)
    const someone = await signedIn(one.email)
    await one.setCard(cards.declined)
    const page = await someone.send('/account/', `/account/plans/${one.saleId}/pay/`, {})
    expect(wordsOf(page)).toContain('Your card was declined.')
    await one.setCard('4242424242424242')
    await chargeDue(shop)
    expect((await one.instalments())[1]?.payment_id).toBeNull()
    await moveShopTime(shop.db, days(1))
    await chargeDue(shop)
    expect((await one.instalments())[1]?.payment_id).not.toBeNull()
  })

  it('is not charged while the owner looks into a payment that does not match it, and says so', async () => {
    const one = await overdueBuyer(cards.slow)
    let charges = 0
    shop.answer = async (request) => {
      if (request.method === 'POST' && request.url.endsWith('/payment_intents')) charges++
      const reply = await shop.app.request(request)
      return Response.json({ ...((await reply.json()) as object), id: 'pi_of_somebody' })
    }
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    const page = await one.someone.send('/account/', one.pay, {})
    expect(wordsOf(page)).toContain(
      'We are looking into an earlier payment for this instalment, so we cannot charge it now',
    )
    expect(charges).toBe(0)
    const { error } = await shop.db
      .selectFrom('payment_attempts')
      .select('error')
      .where('sale_id', '=', one.saleId)
      .executeTakeFirstOrThrow()
    expect(error).toBe(
      'Your payment did not match your instalment. We are looking into it, and the instalment is not paid yet.',
    )
  })

  it('shows the bank’s reason if the card is declined', async () => {
    const one = await overdueBuyer(cards.declined)
    const page = await one.someone.send('/account/', one.pay, {})
    expect(wordsOf(page)).toContain('Your card was declined.')
  })
})

describe('a stopped plan whose event has begun', () => {
  /** A buyer whose plan is stopped, when the doors open. */
  async function lateBuyer() {
    const one = await stoppedBuyer()
    await shop.db
      .updateTable('event_dates')
      .set({ starts_at: sql<Date>`shop_now()` })
      .where('id', '=', one.event.id)
      .execute()
    return one
  }

  it('offers neither a payment nor another card, and says whom to ask', async () => {
    const one = await lateBuyer()
    const page = await one.someone.open('/account/')
    expect(wordsOf(page)).toContain('The event has begun, so this plan can no longer be paid.')
    expect(page.html).toContain(`/organisers/${one.event.organiserId}/`)
    expect(page.html).not.toContain(one.pay)
    expect(page.html).not.toContain(one.cardPage)
    expect(await one.someone.open(one.cardPage)).toMatchObject({ status: 404 })
  })

  it('is not charged by a page that was opened before', async () => {
    const one = await lateBuyer()
    await one.setCard('4242424242424242')
    let charges = 0
    shop.answer = (request) => {
      if (request.method === 'POST' && request.url.endsWith('/payment_intents')) charges++
      return Promise.resolve(shop.app.request(request))
    }
    const page = await one.someone.send('/account/', one.pay, await token(one.someone))
    expect([page.status, wordsOf(page)]).toEqual([
      409,
      expect.stringContaining('The event has begun, so this plan can no longer be paid.'),
    ])
    expect(charges).toBe(0)
    expect((await one.instalments())[1]?.payment_id).toBeNull()
  })
})

describe('a saved card', () => {
  it('is removed here and at the provider, unless a plan uses it', async () => {
    const one = await buyer()
    await sendNewCard(one, '5555555555554444')
    await sendNewCard(one, '378282246310005')
    const [unused, used] = await savedCards(one.email)
    const listed = await one.someone.open('/account/')
    expect(listed.html).not.toContain(`/account/cards/${used?.id}/remove/`)
    expect(wordsOf(listed)).toContain(
      'A payment plan uses it: to remove it, choose another card for the plan.',
    )
    const refused = await one.someone.send(
      '/account/',
      `/account/cards/${used?.id}/remove/`,
      await token(one.someone),
    )
    expect([refused.status, wordsOf(refused)]).toEqual([
      409,
      expect.stringContaining('A payment plan uses this card.'),
    ])
    await one.someone.send('/account/', `/account/cards/${unused?.id}/remove/`, {})
    expect(await savedCards(one.email)).toMatchObject([{ last4: '0005' }])
    const atProvider = await connectProviders({ ...shop, fetch: shop.fetch }).cards.readCard(
      unused?.provider_method_id ?? '',
      '',
    )
    expect(atProvider?.customer).toBeNull()
  })

  it('stays if the provider does not answer', async () => {
    const one = await buyer()
    await sendNewCard(one, '5555555555554444')
    await sendNewCard(one)
    const [unused] = await savedCards(one.email)
    const down = () => Response.json({}, { status: 500, headers: { 'Stripe-Should-Retry': 'false' } })
    shop.answer = () => Promise.resolve(down())
    const page = await one.someone.send('/account/', `/account/cards/${unused?.id}/remove/`, {})
    expect(wordsOf(page)).toContain('The payment provider is not responding.')
    expect(await savedCards(one.email)).toHaveLength(2)
  })

  it('becomes the default', async () => {
    const one = await buyer()
    await sendNewCard(one, '5555555555554444')
    await sendNewCard(one)
    const [, second] = await savedCards(one.email)
    await one.someone.send('/account/', `/account/cards/${second?.id}/default/`, {})
    expect((await savedCards(one.email)).map(({ is_default }) => is_default)).toEqual([false, true])
  })
})

it('changes nothing without the token of the page [S1]', async () => {
  const one = await overdueBuyer(cards.failsOnceSaved)
  for (const path of [one.cardPage, one.pay])
    expect((await one.someone.sendFrom({ status: 200, location: null, html: '' }, path, {})).status).toBe(403)
})
