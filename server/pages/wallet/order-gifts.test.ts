import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { niceDate } from '#server/catalogue/dates.ts'
import { newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { onOrderPage, readForm, recipient, wordsOf } from '#server/testing/order-pages.ts'
import { createTestShop, type Fields, type TestShop } from '#server/testing/test-shop.ts'
import { ukDateOf, ukToday } from '#src/lib/uk-date.ts'

/** On the page of a paid order, its buyer gives its tickets away, with a message, now or later. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Days from today in the UK, as a browser's calendar sends them. */
const inDays = (days: number) => ukToday(new Date(Date.now() + days * 86_400_000))

const gift = (changes: Fields = {}) => ({
  ...{ is_gift: true, send_gift: 'Schedule', delivery_date: inDays(3), delivery_time: '09:30' },
  ...{ message: 'Enjoy the night!' },
  ...changes,
})

const giftsOf = (saleId: string) =>
  shop.db
    .selectFrom('transfers')
    .select(['name', 'is_gift', 'message', 'deliver_at', 'token_hash'])
    .where('sale_id', '=', saleId)
    .orderBy('name')
    .execute()

const mailTo = async (email: string) => (await mailsOf(shop, 'transfer:')).find(({ to }) => to === email)

describe('the page of a paid order', () => {
  it('asks of a gift what the checkout asks, which is to be sent now unless the buyer schedules it [XFER-07, XFER-11..14]', async () => {
    const { open, action } = await onOrderPage(shop)
    const page = await open()
    const { values } = readForm(page, action)
    expect(values).toMatchObject(
      recipient(0, { send_gift: 'Send now', delivery_date: '', delivery_time: '', message: '' }),
    )
    expect(values).not.toHaveProperty(['transfers[0][is_gift]'])
    const words = wordsOf(page.html)
    expect(words).toContain('This ticket is a gift')
    expect(words).toMatch(
      /Delivery Schedule Send now Delivery date Until \w{3} \d+ \w{3} \d{4} Delivery time Time in the UK Message \(optional\)/,
    )
    expect(page.html).toContain('placeholder="Leave a message..."')
  })

  it('keeps a gift until its time, and says when that is [XFER-11, XFER-12, XFER-13]', async () => {
    const { offer, sale, open } = await onOrderPage(shop)
    const email = newEmail()
    const done = await offer({ email, ...gift() })
    const [row] = await giftsOf(sale.id)
    expect(row).toMatchObject({ is_gift: true, message: 'Enjoy the night!', token_hash: null })
    const when = niceDate(row?.deliver_at ?? new Date(0))
    expect(when).toMatch(/, 9:30am$/)
    expect(wordsOf(done.html)).toContain(
      `The gift for Bo Right will be sent on ${when}. It is still yours until it is accepted.`,
    )
    expect(await mailTo(email)).toBeUndefined()
    const words = wordsOf((await open()).html)
    expect(words).toContain(`Gift, to be sent on ${when}`)
    expect(words).toContain(`1 of 3 to be sent as a gift to Bo Right on ${when}`)
  })

  it('sends a gift now with its message, and says of it that it is a gift', async () => {
    const { offer, sale, open } = await onOrderPage(shop)
    const email = newEmail()
    const now = gift({ send_gift: 'Send now', delivery_date: '', delivery_time: '' })
    const done = await offer({ email, ...now, message: 'Enjoy!\r\nAda' })
    expect(wordsOf(done.html)).toContain('The ticket is offered to Bo Right.')
    const mail = await mailTo(email)
    expect(mail?.subject).toMatch(/^A gift from Ada Lovelace: /)
    expect(mail?.text).toMatch(/Enjoy!\s+Ada/)
    const [row] = await giftsOf(sale.id)
    const words = wordsOf((await open()).html)
    expect(words).toContain(
      `Gift, sent on ${niceDate(row?.deliver_at ?? new Date(0))}. Not accepted yet: still yours`,
    )
    expect(words).toContain('1 of 3 offered as a gift to Bo Right')
  })

  it('gives a gift to one person while another gets tickets now', async () => {
    const { ada, order, action, sale, event } = await onOrderPage(shop)
    const entry = (name: string) => ({ ticket_id: event.ticket(), qty: 1, name, email: newEmail() })
    const done = await ada.send(order, action, {
      ...recipient(0, { ...entry('Bo Right'), ...gift() }),
      ...recipient(1, entry('Cy Left')),
    })
    expect(await giftsOf(sale.id)).toMatchObject([
      { name: 'Bo Right', is_gift: true },
      { name: 'Cy Left', is_gift: false, message: '' },
    ])
    expect(wordsOf(done.html)).toMatch(
      /The ticket is offered to Cy Left\. The gift for Bo Right will be sent on [^.]*\. They are still yours until they are accepted\./,
    )
  })

  it.each<[string, string, Fields, string]>([
    ['without a date [XFER-22]', 'delivery_date', { delivery_date: '' }, 'Please enter a date'],
    ['without a time [XFER-23]', 'delivery_time', { delivery_time: '' }, 'Please enter a time'],
    [
      'yesterday [XFER-31]',
      'delivery_date',
      { delivery_date: inDays(-1) },
      'Please enter a date that is not in the past',
    ],
    [
      'after the event',
      'delivery_date',
      { delivery_date: inDays(400) },
      'Please choose a delivery date and time before the event',
    ],
    [
      'with a link in its message [S36]',
      'message',
      { message: 'See www.example.com' },
      'Please write a message without web or email addresses, and with a space after each full stop',
    ],
  ])(
    'says beside the field what is wrong with a gift %s, and keeps what was typed',
    async (_, key, changes, why) => {
      const { offer, offered, action } = await onOrderPage(shop)
      const typed = gift(changes)
      const page = await offer(typed)
      expect(page.status).toBe(422)
      const name = `transfers[0][${key}]`
      const form = readForm(page, action)
      expect(form).toMatchObject({ problems: { [name]: why }, focus: [name] })
      expect(form.values).toMatchObject(recipient(0, typed))
      expect(await offered()).toEqual([])
    },
  )

  it.each([
    ['31/02/2099', '31/02/2099'],
    ['2099-02-31', '31/02/2099'],
    ['soon', 'soon'],
    ['the day after Easter', 'the day after Easter'],
  ])(
    'says of the date %s that it is none, and keeps it in a field for text with the format above it [XFER-32]',
    async (delivery_date, kept) => {
      const { offer, offered, action } = await onOrderPage(shop)
      const page = await offer(gift({ delivery_date }))
      const { problems, values } = readForm(page, action)
      expect(problems).toEqual({ 'transfers[0][delivery_date]': 'Please enter a date' })
      expect(values).toMatchObject(recipient(0, { delivery_date: kept, delivery_time: '09:30' }))
      expect(page.html).not.toContain('type="date"')
      expect(page.html).toContain('type="time"')
      expect(wordsOf(page.html)).toMatch(/Delivery date dd\/mm\/yyyy, until \w{3} \d+ \w{3} \d{4} Please/)
      expect(await offered()).toEqual([])
    },
  )

  it.each(['9.30', '9:30pm', '25:00'])(
    'says of the time %s that it is none, and keeps it in a field for text with the format above it [XFER-23]',
    async (delivery_time) => {
      const { offer, offered, action } = await onOrderPage(shop)
      const page = await offer(gift({ delivery_time }))
      const { problems, values } = readForm(page, action)
      expect(problems).toEqual({ 'transfers[0][delivery_time]': 'Please enter a time' })
      expect(values).toMatchObject(recipient(0, { delivery_date: inDays(3), delivery_time }))
      expect(page.html).not.toContain('type="time"')
      expect(wordsOf(page.html)).toContain('Delivery time hh:mm, time in the UK Please')
      expect(await offered()).toEqual([])
    },
  )

  it('lets its buyer choose a day from today until that of the event, and takes one that is typed as in the checkout [XFER-31, XFER-32]', async () => {
    const { offer, open, sale, event } = await onOrderPage(shop)
    const [input = ''] = /<input[^>]*type="date"[^>]*>/.exec((await open()).html) ?? []
    const { starts_at } = await shop.db
      .selectFrom('event_dates')
      .select('starts_at')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow()
    expect([/min="(.*?)"/.exec(input)?.[1], /max="(.*?)"/.exec(input)?.[1]]).toEqual([
      inDays(0),
      ukToday(starts_at),
    ])
    await offer(gift({ delivery_date: ukDateOf(inDays(3)) }))
    const [row] = await giftsOf(sale.id)
    expect(row && ukToday(row.deliver_at)).toBe(inDays(3))
  })

  it('neither asks for nor reads what belongs to a gift if the ticket is none [XFER-24]', async () => {
    const { offer, sale } = await onOrderPage(shop)
    const typed = gift({ delivery_date: 'soon', message: 'See www.example.com' })
    const done = await offer({ ...typed, is_gift: false })
    expect(wordsOf(done.html)).toContain('The ticket is offered to Bo Right.')
    expect(await giftsOf(sale.id)).toMatchObject([{ is_gift: false, message: '' }])
  })

  it('takes a message as long as its field does, which counts a line break as one character', async () => {
    const { offer, sale } = await onOrderPage(shop)
    // Browsers send a line break as two.
    await offer(gift({ message: `${'a'.repeat(499)}\r\n${'b'.repeat(500)}` }))
    const [row] = await giftsOf(sale.id)
    expect(row?.message).toBe(`${'a'.repeat(499)}\n${'b'.repeat(500)}`)
  })

  it('keeps a gift while another recipient is added', async () => {
    const { ada, order, action, event } = await onOrderPage(shop)
    const typed = { qty: 1, name: 'Bo Right', email: newEmail(), ...gift({ message: 'Two\r\nlines' }) }
    const page = await ada.send(order, action, { ...recipient(0, typed), add: event.ticket() })
    expect(readForm(page, action).values).toMatchObject(recipient(0, { ...typed, message: 'Two\nlines' }))
  })
})
