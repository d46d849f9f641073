import type { Page } from '@playwright/test'
import {
  addTickets,
  enterAsGuest,
  expectOrder,
  goOn,
  newEmail,
  payButton,
  reserveBasket,
  typeCard,
} from './buyer.ts'
import { consent, fail, isTraced, reportOf, started, test } from './monitored-shop.ts'
import type { MonitoringSink } from './monitoring-sink.ts'
import { inWords, labels, listRow, open, rows } from './seat-buyer.ts'
import { expect, step, type Arrangement } from './test.ts'

/** What the buyer types on the way. */
const typed = {
  name: 'Quixotina Canaryname',
  voucher: 'CANARYVOUCHER',
  firstName: 'Zebedina',
  address: '7 Canarylane',
  town: 'Canarytown',
  postcode: 'YO21 1DN',
  answer: 'Canaryanswer',
  card: '4242424242424242',
  friend: 'Canaryfriend Bo',
  message: 'Canarymessage for you',
}

/** Data of reports without the id and email of the user, which the requirements name [MONI-13]. */
function withoutUser(data: unknown): string {
  const named = new Set(['user', 'user.id', 'user.email', 'did'])
  return JSON.stringify(data, (key, value: unknown) => (named.has(key) ? undefined : value))
}

/** Consents to recordings. Each page begins a new one, so that `isRecorded` is about that page. */
async function recordEachPage(page: Page, url: string) {
  await consent(page, url)
  await page.addInitScript(() => {
    if (window === top) sessionStorage.removeItem('sentryReplaySession')
  })
}

/** Resolves when the page is being recorded: an error that comes earlier has no replay. */
const isRecorded = (page: Page) => page.waitForFunction(() => 'sentryReplaySession' in sessionStorage)

/** Throws an error that quotes what has been typed, as parsers do, in each state. */
async function failIn(page: Page, state: string, quoted: string[]) {
  await fail(page, `in ${state} of ada.canary@example.com: "${quoted.join('" and "')}" is not valid`)
}

test('sends nothing that the buyer types on the way to a completed order, and keeps none of it in the log [MONI-13] [L10]', async ({
  page,
  shop,
  sink,
  codeFor,
  expectComplaint,
}) => {
  test.setTimeout(240_000)
  expectComplaint(/is not valid/)
  const email = newEmail()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await recordEachPage(page, shop.url)
  await addTickets(page, 'Lantern Evening', { Adult: 1 }, 'Fri')
  await addTickets(page, 'Midwinter Strings', { 'Signed programme by post': 1, Gallery: 1 })
  await started(page)
  await isRecorded(page)

  await page.getByText('Discount or voucher code').click()
  await page.getByRole('textbox', { name: 'Code' }).fill(typed.voucher)
  await page.getByRole('button', { name: 'Apply' }).click()
  await failIn(page, 'basket', [typed.voucher])
  await reserveBasket(page)

  await enterAsGuest(page, codeFor, email, typed.name)
  const code = await codeFor(email)
  await failIn(page, 'account', [email, typed.name, code])
  await expect(step(page, 'marketing_preferences')).toBeVisible()
  await goOn(page)

  await expect(step(page, 'delivery_address')).toBeVisible()
  await page.getByRole('button', { name: 'Enter the address manually' }).click()
  await page.getByLabel('First name').fill(typed.firstName)
  await page.getByLabel('Last name').fill(typed.name)
  await page.getByLabel('Address line 1').fill(typed.address)
  await page.getByLabel('Town or city').fill(typed.town)
  await page.getByLabel('Postcode or zip code').fill(typed.postcode)
  await failIn(page, 'address', [typed.firstName, typed.address, typed.town, typed.postcode])
  await goOn(page)

  await expect(step(page, 'ticket_questions_before')).toBeVisible()
  await page.getByLabel('Name on the lantern *').fill(typed.answer)
  await failIn(page, 'questions', [typed.answer])
  await goOn(page)
  await page.getByLabel(/How did you hear about us/).selectOption('Poster')
  await goOn(page)

  await expect(step(page, 'payment')).toBeVisible()
  await expect(payButton(page)).toBeVisible()
  await typeCard(page, typed.card)
  await failIn(page, 'payment', [typed.card])
  await payButton(page).click()
  await expectOrder(page)
  const [, reference = ''] =
    /Your reference is ([A-Z0-9]{8})/.exec((await page.getByRole('main').textContent()) ?? '') ?? []
  expect(reference).not.toBe('')

  await page.getByRole('button', { name: 'Transfer tickets' }).click()
  const row = page.getByRole('group', { name: 'Recipient 1' })
  await row.getByLabel('Full name').fill(typed.friend)
  await row.getByLabel('Email').fill('friend.canary@example.com')
  await row.getByRole('checkbox', { name: 'This ticket is a gift' }).check()
  await row.getByPlaceholder('Leave a message...').fill(typed.message)
  await failIn(page, 'transfers', [typed.friend, typed.message])

  await expectReports(page, sink, ['basket', 'account', 'address', 'questions', 'payment', 'transfers'])
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value
  const log = await page.evaluate(() => sessionStorage.getItem('session-log'))
  expect(log).toContain('POST /ajax/checkout/checkout/pay_with_card/ 200')
  const canaries = [...Object.values(typed), email, 'ada.canary', 'friend.canary', reference, String(token)]
  const places = { reports: withoutUser(sink.items), log: String(log), addresses: addresses.join('\n') }
  expectNone(canaries, ['4242 4242', code], places)
})

/** States that the journey does not pass, each with what the buyer types there: what to fill in, by label. */
const typedElsewhere: {
  arranged: Arrangement
  open?: (page: Page) => Promise<void>
  fields: Record<string, string>
}[] = [
  {
    arranged: { shape: 'voucher', state: 'delivery_address' },
    open: (page) => page.getByRole('button', { name: 'Enter the address manually' }).click(),
    fields: { From: 'Canarygiver Ada', To: 'Canarytaker Bo' },
  },
  {
    arranged: { shape: 'charity', state: 'donation' },
    open: giveWithGiftAid,
    fields: { 'Address line 1': '9 Canaryhill', Postcode: 'YO22 4CY' },
  },
  {
    arranged: { shape: 'square', state: 'payment' },
    fields: { 'Card number': '4111111111111111', 'Security code': '731' },
  },
  { arranged: { shape: 'charity', state: 'payment' }, fields: { 'Contact number': '07700 900876' } },
  { arranged: { shape: 'bank', state: 'awaiting_truelayer', bank: 'cancel' }, fields: {} },
  {
    arranged: { shape: 'questions_after_and_messages', state: 'order_completed' },
    open: (page) => page.getByRole('button', { name: 'How did we do?' }).click(),
    fields: { Feedback: 'Canarypraise for all' },
  },
]

/** Gives enough for Gift Aid to ask for the address. */
async function giveWithGiftAid(page: Page) {
  await page.getByLabel('£20.00').check()
  await goOn(page)
  await page.getByLabel(/^Yes, add Gift Aid/).check()
}

test('sends nothing that is typed for a gift, for Gift Aid, as card of Square, as phone number or as feedback, nor of a bank transfer [L10]', async ({
  page,
  shop,
  arrange,
  sink,
  expectComplaint,
}) => {
  test.setTimeout(120_000)
  expectComplaint(/is not valid/)
  await recordEachPage(page, shop.url)
  for (const { arranged, open: openFields, fields } of typedElsewhere) {
    await arrange(arranged)
    await started(page)
    await isRecorded(page)
    await openFields?.(page)
    for (const [label, text] of Object.entries(fields))
      await page.getByRole('textbox', { name: new RegExp(`^${label}\\b`) }).fill(text)
    const place = `${arranged.shape} ${arranged.state}`
    await failIn(page, place, Object.values(fields))
    await expect.poll(() => reportsIn(sink, place), { message: place, timeout: 30_000 }).toBe(1)
  }
  await expectReports(page, sink, [])
  const log = String(await page.evaluate(() => sessionStorage.getItem('session-log')))
  const canaries = typedElsewhere.flatMap(({ fields }) => Object.values(fields))
  const isShort = (text: string) => text.length < 4
  const places = { reports: withoutUser(sink.items), log }
  const long = [...canaries.filter((text) => !isShort(text)), '4111 1111', 'ada.canary']
  expectNone(long, canaries.filter(isShort), places)
})

test('sends nothing of the seats that the buyer chooses [L10]', async ({
  page,
  shop,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/is not valid/)
  await recordEachPage(page, shop.url)
  await open(page)
  await started(page)
  await isRecorded(page)
  await (await listRow(page, 'Stalls', 'C')).first().click()
  await expect(rows(page)).toHaveCount(1)
  const label = String(await labels(page).textContent())
  await failIn(page, 'seats', [label])
  await expectReports(page, sink, ['seats'])
  const log = String(await page.evaluate(() => sessionStorage.getItem('session-log')))
  expectNone([label, inWords(label), 'Stalls-C-', 'ada.canary'], [], {
    reports: withoutUser(sink.items),
    log,
  })
})

/** The number of reports of the failure in a state. */
const reportsIn = (sink: MonitoringSink, state: string) =>
  sink.reports.filter(({ exception }) => exception?.values[0]?.value.startsWith(`in ${state} of`)).length

/** Waits for a report of each failure, and for a replay after them. */
async function expectReports(page: Page, sink: MonitoringSink, states: string[]) {
  for (const state of states)
    await expect.poll(() => reportsIn(sink, state), { message: state, timeout: 30_000 }).toBe(1)
  const replays = sink.replays.length
  const replaysOfBusyPage = async () => {
    // A page on which nothing happens sends no further replay.
    await page.mouse.click(1, 1)
    return sink.replays.length
  }
  await expect.poll(replaysOfBusyPage, { timeout: 30_000, intervals: [1_000] }).toBeGreaterThan(replays)
  await expect.poll(() => sink.spans.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect.poll(() => sink.attachments.length, { timeout: 30_000 }).toBeGreaterThan(0)
}

/** The numbers that a replay gives to the parts of a page. */
const partIds = /"(?:i|rootI|parentI|nextI|previousI)d":\d+/g

/** Expects none of the texts in any place; digits not as a part of times and ids. */
function expectNone(canaries: string[], digits: string[], places: Record<string, string>) {
  for (const [place, text] of Object.entries(places)) {
    for (const canary of canaries) expect(text.includes(canary), `${canary} in the ${place}`).toBe(false)
    for (const number of digits)
      expect(
        new RegExp(`(?<![\\w.])${number}(?!\\w)`).test(text.replaceAll(partIds, '')),
        `${number} in the ${place}`,
      ).toBe(false)
  }
}

test('records the page only with the consent that it asks for, stops at once when it is withdrawn, and records again [MONI-04] [L9]', async ({
  page,
  arrange,
  sink,
  expectComplaint,
}) => {
  const isRecording = () => page.evaluate(() => 'sentryReplaySession' in sessionStorage)
  const recorders: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.js') && /sentryReplaySession/.test(await response.text()))
      recorders.push(response.url())
  })
  await page.addInitScript('Math.random = () => 0.05')
  const banner = page.getByRole('region', { name: 'May we record your visit?' })
  await arrange({ shape: 'paid', state: 'basket' })
  await expect(banner).toContainText('we may record how the page is used, without anything you type')
  await expect(banner).not.toContainText('Google')
  await started(page)
  await isTraced(page)
  expect(await isRecording()).toBe(false)
  expect(recorders).toEqual([])
  await banner.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(isRecording).toBe(true)
  await expect.poll(() => recorders).toHaveLength(1)

  await page.getByRole('button', { name: 'Cookie choices' }).click()
  await banner.getByRole('button', { name: 'Refuse' }).click()
  await expect.poll(isRecording).toBe(false)
  sink.clear()
  expectComplaint(/after the withdrawal/)
  await fail(page, 'after the withdrawal')
  await reportOf(sink, 'after the withdrawal')
  expect(sink.replays).toEqual([])

  await page.getByRole('button', { name: 'Cookie choices' }).click()
  await banner.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(isRecording).toBe(true)
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
  await expect.poll(() => sink.replays.length, { timeout: 30_000 }).toBeGreaterThan(0)
})
