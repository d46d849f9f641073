import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { onOrderPage, readForm, recipient, wordsOf } from '#server/testing/order-pages.ts'
import { createTestShop, type Fields, type TestShop } from '#server/testing/test-shop.ts'
import { refund, ticketsOf } from '#server/testing/transfers.ts'

/** On the page of a paid order, its buyer offers its tickets to several people at once. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const bo = () => ({ qty: 1, name: 'Bo Right', email: newEmail() })
const cy = () => ({ qty: 2, name: 'Cy Left', email: newEmail() })

/** The order's page, and its only kind of tickets. */
async function onPage() {
  const page = await onOrderPage(shop)
  const ticket_id = page.event.ticket()
  return {
    ...page,
    add: { add: ticket_id },
    /** The fields of a recipient of its tickets. */
    row: (place: number, fields: Fields) => recipient(place, { ticket_id, ...fields }),
  }
}

describe('the page of a paid order', () => {
  it('adds a recipient without a script, keeps what was typed, and focuses the new name [XFER-15]', async () => {
    const { ada, order, action, open, add, row } = await onPage()
    expect(readForm(await open(), action).recipients).toEqual(['Recipient 1'])
    const first = bo()
    const page = await ada.send(order, action, { ...row(0, first), ...add })
    expect([page.status, page.address]).toEqual([200, expect.stringContaining(`${order}?form=`)])
    const form = readForm(page, action)
    expect(form).toMatchObject({
      isOpen: true,
      recipients: ['Recipient 1', 'Recipient 2'],
      problems: {},
      focus: ['transfers[1][name]'],
    })
    const { qty, name, email } = first
    expect(form.values).toMatchObject({
      ...row(0, { qty, name, email }),
      ...row(1, { qty: 1, name: '', email: '' }),
    })
    expect(page.html).not.toMatch(/class="notice"/)
  })

  it('offers tickets to several friends in one sending, and says to whom', async () => {
    const { ada, action, order, offered, add, row } = await onPage()
    const [first, second] = [bo(), cy()]
    const added = await ada.send(order, action, { ...row(0, first), ...add })
    const typed = { ...row(0, first), ...row(1, second) }
    const done = await ada.sendFrom(added, action, typed)
    expect(wordsOf(done.html)).toContain(
      'The tickets are offered to Bo Right and Cy Left. They are still yours until they are accepted.',
    )
    // Sent twice, it changes nothing.
    await ada.sendFrom(added, action, typed)
    expect(await offered()).toMatchObject([
      { ...first, status: 'offered' },
      { ...second, status: 'offered' },
    ])
    const told = (await mailsOf(shop, 'transfer:')).map(({ to }) => to)
    expect(told.filter((to) => to === first.email || to === second.email).toSorted()).toEqual(
      [first.email, second.email].toSorted(),
    )
  })

  it('marks every field that is wrong, focuses the first, keeps what was typed, and sends nothing [XFER-20, XFER-21, XFER-30]', async () => {
    const { ada, action, order, offered, add, row } = await onPage()
    const [first, second] = [bo(), { ...cy(), qty: 1 }]
    const added = await ada.send(order, action, { ...row(0, first), ...add })
    const page = await ada.sendFrom(added, action, {
      ...row(0, { ...first, email: 'bo' }),
      ...row(1, { ...second, name: ' ' }),
    })
    expect(page.status).toBe(422)
    const form = readForm(page, action)
    expect(form.problems).toEqual({
      'transfers[0][email]': 'Please enter an email',
      'transfers[1][name]': 'Please enter a name',
    })
    expect(form.focus).toEqual(['transfers[0][email]'])
    expect(form.values).toMatchObject({
      ...row(0, { ...first, email: 'bo' }),
      ...row(1, { qty: 1, email: second.email }),
    })
    expect(await offered()).toEqual([])
  })

  it('says beside the quantity with which they become too many that these tickets are too many [XFER-25]', async () => {
    const { ada, action, order, offered, add, row } = await onPage()
    const added = await ada.send(order, action, { ...row(0, bo()), ...add })
    const page = await ada.sendFrom(added, action, {
      ...row(0, { ...bo(), qty: 2 }),
      ...row(1, cy()),
    })
    expect(page.status).toBe(422)
    expect(readForm(page, action)).toMatchObject({
      problems: { 'transfers[1][qty]': 'You cannot transfer more tickets than you have' },
      focus: ['transfers[1][qty]'],
    })
    expect(await offered()).toEqual([])
  })

  it('removes any recipient but the first, and keeps the others [XFER-10]', async () => {
    const { ada, action, order, add, row } = await onPage()
    const rows = [bo(), { ...cy(), qty: 1 }, { ...bo(), name: 'Di Straight' }]
    const typed = Object.assign({}, ...rows.map((fields, place) => row(place, fields))) as Record<
      string,
      string
    >
    const three = await ada.send(order, action, {
      ...row(0, rows[0] ?? {}),
      ...row(1, rows[1] ?? {}),
      ...add,
    })
    const removals = ({ html }: typeof three) =>
      readForm({ html }, action).buttons.filter(({ name }) => name === 'remove')
    expect(removals(three).map(({ text }) => text)).toEqual(['Remove recipient 2', 'Remove recipient 3'])
    const two = await ada.sendFrom(three, action, { ...typed, remove: '1' })
    expect(two.status).toBe(200)
    const form = readForm(two, action)
    expect(form.recipients).toEqual(['Recipient 1', 'Recipient 2'])
    expect(form.focus).toEqual(['row-0'])
    expect(form.values).toMatchObject({ ...row(0, rows[0] ?? {}), ...row(1, rows[2] ?? {}) })
  })

  it('offers no more recipients than there are tickets left [XFER-26]', async () => {
    const { ada, action, order, add, row } = await onPage()
    const page = await ada.send(order, action, {
      ...row(0, bo()),
      ...row(1, bo()),
      ...add,
    })
    const canAdd = ({ html }: typeof page) =>
      readForm({ html }, action).buttons.some(({ name }) => name === 'add')
    expect([canAdd(await ada.open(order)), canAdd(page)]).toEqual([true, false])
  })

  it('has "Send tickets" as its first button, which Enter in a field presses', async () => {
    const { ada, action, order, add, row } = await onPage()
    const page = await ada.send(order, action, { ...row(0, bo()), ...add })
    // Browsers press the first button of a form.
    const { buttons } = readForm(page, action)
    expect(buttons[0]).toMatchObject({ text: 'Send tickets', name: null })
    expect(buttons.filter(({ isShown }) => isShown).map(({ text }) => text)).toEqual([
      'Remove recipient 2',
      '+ Add another recipient',
      'Send tickets',
    ])
  })

  it('keeps what was typed for so many that it does not fit into an address', async () => {
    const { ada, action, order, event, row } = await onPage()
    const long = {
      ticket_id: event.ticket(),
      qty: 1,
      name: 'ü'.repeat(100),
      email: `${'b'.repeat(60)}@example`,
    }
    const typed = Object.assign(
      {},
      ...Array.from({ length: 9 }, (_, place) => row(place, { ...long, message: 'ü'.repeat(1000) })),
    ) as Record<string, string>
    const page = await ada.send(order, action, typed)
    expect(page.status).toBe(422)
    expect(readForm(page, action).values).toMatchObject(row(8, { name: long.name, email: long.email }))
  })

  it('has an address that every proxy takes, whatever was typed', async () => {
    const { ada, action, order, row } = await onPage()
    const addresses = []
    for (const length of [0, 250, 500, 1_000]) {
      const typed = row(0, { ...bo(), email: 'bo', is_gift: true, message: '"'.repeat(length) })
      const page = await ada.send(order, action, typed)
      expect(readForm(page, action).values).toMatchObject(typed)
      addresses.push(page.address ?? '')
    }
    expect(addresses[0]).toContain('?form=')
    expect(Math.max(...addresses.map((address) => address.length))).toBeLessThan(2_200)
  })

  it('leaves out tickets that cannot be transferred any more, and keeps the others as they were typed', async () => {
    const { ada, action, order, event, row } = await onPage()
    const [first, second] = [bo(), bo()]
    const page = await ada.send(order, action, {
      ...row(0, { ...first, ticket_id: '987654321' }),
      ...row(1, { ...second, ticket_id: event.ticket() }),
    })
    expect(page.status).toBe(409)
    expect(wordsOf(page.html)).toContain('These tickets cannot be transferred')
    const { recipients, values } = readForm(page, action)
    expect(recipients).toEqual(['Recipient 1'])
    expect(values).toMatchObject(row(0, { name: second.name, email: second.email }))
  })
})

/** The order's page once its last ticket is of another kind. */
async function withTwoKinds() {
  const page = await onOrderPage(shop, { tickets: { adult: {}, child: {} } })
  const { event, sale } = page
  const [adult, child] = [event.ticket(), event.ticket('child')]
  const [, , last] = await ticketsOf(shop, sale.id)
  await shop.db
    .updateTable('tickets')
    .set({ ticket_type_id: child })
    .where('id', '=', last?.id ?? '')
    .execute()
  const typed = (changes: Fields[]) => ({
    ...recipient(0, { ticket_id: adult, qty: 0, name: '', email: '', ...changes[0] }),
    ...recipient(1, { ticket_id: child, qty: 0, name: '', email: '', ...changes[1] }),
  })
  return { ...page, adult, child, typed }
}

const fieldsOf = (rows: Fields[]) =>
  Object.assign({}, ...rows.map((fields, place) => recipient(place, fields))) as Record<string, string>

/** Gives an order more tickets of the kind that it has first, or of another. */
async function withMoreTickets(saleId: string, count: number, kind?: string) {
  const [like] = await ticketsOf(shop, saleId)
  if (!like) throw new Error('There is no ticket')
  for (let copy = 101; copy <= 100 + count; copy++)
    await shop.db
      .insertInto('tickets')
      .values({
        ...like,
        ...{ id: randomUUID(), code: randomUUID(), copy },
        ticket_type_id: kind ?? like.ticket_type_id,
      })
      .execute()
}

async function refundAll(saleId: string, kind: string) {
  for (const ticket of await ticketsOf(shop, saleId))
    if (ticket.ticket_type_id === kind) await refund(shop, ticket)
}

describe('the page of an order with several kinds of tickets', () => {
  it('has a box for each, headed by event and ticket, with its date and how many there are to send [XFER-04, XFER-05]', async () => {
    const { open, action } = await withTwoKinds()
    const page = await open()
    const { lines, recipients, values } = readForm(page, action)
    expect(lines).toEqual([
      { heading: expect.stringMatching(/^Event \d+ - adult$/), isOpen: true },
      { heading: expect.stringMatching(/^Event \d+ - child$/), isOpen: false },
    ])
    expect(wordsOf(page.html)).toMatch(
      /- adult \w{3} \d+ \w{3} \d{4}, \S+ 2 tickets to send .* - child \w{3} \d+ \w{3} \d{4}, \S+ 1 ticket to send/,
    )
    expect(recipients).toEqual(['Recipient 1', 'Recipient 1'])
    expect(values).toMatchObject({ ...recipient(0, { qty: 0 }), ...recipient(1, { qty: 0 }) })
  })

  it('sends those of a kind for which somebody is named, and leaves the others', async () => {
    const { ada, order, action, offered, child, typed } = await withTwoKinds()
    const done = await ada.send(order, action, typed([{}, bo()]))
    expect(wordsOf(done.html)).toContain('The ticket is offered to Bo Right.')
    expect(await offered()).toMatchObject([{ ticket_type_id: child, qty: 1 }])
  })

  it('adds a recipient below the others of the kind whose button is pressed, and opens its box [XFER-15]', async () => {
    const { ada, order, action, adult, child, typed } = await withTwoKinds()
    const rows = [{ name: 'Bo Right' }, { name: 'Cy Left' }]
    const added = await ada.send(order, action, { ...typed(rows), add: child })
    const page = await ada.sendFrom(added, action, {
      ...typed(rows),
      ...recipient(2, { ticket_id: child, qty: 1, name: 'Di Straight', email: '' }),
      add: child,
    })
    const { recipients, values, focus, lines } = readForm(page, action)
    expect(recipients).toEqual(['Recipient 1', 'Recipient 1', 'Recipient 2', 'Recipient 3'])
    expect(values).toMatchObject({
      ...recipient(0, { ticket_id: adult, name: 'Bo Right' }),
      ...recipient(1, { ticket_id: child, name: 'Cy Left' }),
      ...recipient(2, { ticket_id: child, name: 'Di Straight' }),
      ...recipient(3, { ticket_id: child, name: '' }),
    })
    expect(focus).toEqual(['transfers[3][name]'])
    expect(lines.map(({ isOpen }) => isOpen)).toEqual([false, true])
  })

  it.each([{ add: '987654321' }, { remove: '0' }])(
    'keeps its recipients as they are if a button that it does not have is sent: %j [XFER-10]',
    async (pressed) => {
      const { ada, order, action, adult, child, typed } = await withTwoKinds()
      const rows = [{ name: 'Bo Right' }, { name: 'Cy Left' }]
      const page = await ada.send(order, action, { ...typed(rows), ...pressed })
      expect([page.status, page.html]).toEqual([200, expect.not.stringMatching(/class="notice"/)])
      const { recipients, values } = readForm(page, action)
      expect(recipients).toEqual(['Recipient 1', 'Recipient 1'])
      expect(values).toMatchObject({
        ...recipient(0, { ticket_id: adult, name: 'Bo Right' }),
        ...recipient(1, { ticket_id: child, name: 'Cy Left' }),
      })
    },
  )

  it('takes nine recipients, not counting boxes that are left empty [XFER-26]', async () => {
    const { ada, order, action, adult, child, sale } = await withTwoKinds()
    await withMoreTickets(sale.id, 20)
    const send = (count: number, pressed: Fields) =>
      ada.send(order, action, {
        ...fieldsOf([
          { ticket_id: child, qty: 0, name: '', email: '' },
          ...Array.from({ length: count }, () => ({ ticket_id: adult, ...bo() })),
        ]),
        ...(pressed as Record<string, string>),
      })
    const offered = ({ html }: Awaited<ReturnType<typeof send>>) => {
      const { recipients, buttons } = readForm({ html }, action)
      return [recipients.length - 1, buttons.filter(({ name }) => name === 'add').length]
    }
    expect(offered(await send(7, { add: adult }))).toEqual([8, 1])
    expect(offered(await send(8, { add: adult }))).toEqual([9, 0])
    expect(offered(await send(9, { add: adult }))).toEqual([9, 0])
  })

  it('names at the buttons of a recipient for which tickets they are', async () => {
    const { ada, order, action, adult, child, typed, sale } = await withTwoKinds()
    await withMoreTickets(sale.id, 1, child)
    const { html } = await ada.send(order, action, { ...typed([{ name: 'Bo Right' }, {}]), add: adult })
    expect([...html.matchAll(/aria-label="More, ([^"]*)"/g)].map(([, name]) => name)).toEqual([
      expect.stringMatching(/^tickets for recipient 1, Event \d+ - adult$/),
      expect.stringMatching(/^tickets for recipient 2, Event \d+ - adult$/),
      expect.stringMatching(/^tickets for recipient 1, Event \d+ - child$/),
    ])
    const { buttons } = readForm({ html }, action)
    expect(buttons.filter(({ name }) => name).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Remove recipient 2, Event \d+ - adult$/),
      expect.stringMatching(/^\+ Add another recipient, Event \d+ - child$/),
    ])
  })

  it('opens every box with a problem, so that each is seen', async () => {
    const { ada, order, action, typed } = await withTwoKinds()
    const page = await ada.send(
      order,
      action,
      typed([
        { ...bo(), name: '' },
        { ...bo(), email: 'bo' },
      ]),
    )
    const { problems, focus, lines } = readForm(page, action)
    expect(problems).toEqual({
      'transfers[0][name]': 'Please enter a name',
      'transfers[1][email]': 'Please enter an email',
    })
    expect(focus).toEqual(['transfers[0][name]'])
    expect(lines.map(({ isOpen }) => isOpen)).toEqual([true, true])
    // Browsers open only one of those with the same name.
    expect(page.html).not.toContain('name="offer-line"')
  })

  it('says what is wrong with a recipient also if tickets for which nobody is named are gone', async () => {
    const { ada, order, action, adult, typed, sale } = await withTwoKinds()
    await refundAll(sale.id, adult)
    const page = await ada.send(order, action, typed([{}, { ...bo(), email: 'bo' }]))
    expect([page.status, page.html]).toEqual([422, expect.not.stringMatching(/class="notice"/)])
    expect(readForm(page, action)).toMatchObject({
      recipients: ['Recipient 1'],
      problems: { 'transfers[0][email]': 'Please enter an email' },
      focus: ['transfers[0][email]'],
      values: recipient(0, { name: 'Bo Right', email: 'bo' }),
    })
  })

  it('says that tickets for which somebody is named are gone, beside what is wrong with another recipient', async () => {
    const { ada, order, action, adult, typed, sale } = await withTwoKinds()
    await refundAll(sale.id, adult)
    const page = await ada.send(order, action, typed([bo(), { ...bo(), email: 'bo' }]))
    expect(page.status).toBe(409)
    expect(wordsOf(page.html)).toContain('These tickets cannot be transferred')
    expect(readForm(page, action)).toMatchObject({
      recipients: ['Recipient 1'],
      problems: { 'transfers[0][email]': 'Please enter an email' },
    })
  })

  it('says that tickets are gone if nobody is named and the first kind is', async () => {
    const { ada, order, action, adult, typed, sale } = await withTwoKinds()
    await refundAll(sale.id, adult)
    const page = await ada.send(order, action, typed([]))
    expect([page.status, wordsOf(page.html)]).toEqual([
      409,
      expect.stringContaining('These tickets cannot be transferred'),
    ])
  })

  it.each(['add', 'remove'])(
    'focuses what a button is for also if tickets for which nobody is named are gone: %s [XFER-15]',
    async (button) => {
      const { ada, order, action, adult, child, sale } = await withTwoKinds()
      await withMoreTickets(sale.id, 5, child)
      await refundAll(sale.id, adult)
      const page = await ada.send(order, action, {
        ...fieldsOf([
          { ticket_id: adult, qty: 0, name: '', email: '' },
          { ticket_id: child, ...bo() },
          { ticket_id: child, ...bo() },
        ]),
        [button]: button === 'add' ? child : '2',
      })
      expect([page.status, page.html]).toEqual([200, expect.not.stringMatching(/class="notice"/)])
      expect(readForm(page, action).focus).toEqual([button === 'add' ? 'transfers[2][name]' : 'row-0'])
    },
  )

  it.each<[string, Fields[], string, string]>([
    ['without a quantity', [{}, { ...bo(), qty: 0 }], 'qty', 'Please choose how many tickets'],
    ['without an email', [{}, { ...bo(), email: '' }], 'email', 'Please enter an email'],
    [
      'for too many tickets',
      [{}, { ...bo(), qty: 2 }],
      'qty',
      'You cannot transfer more tickets than you have',
    ],
  ])('opens the first box with a recipient %s, and sends nothing [XFER-29]', async (_, changes, key, why) => {
    const { ada, order, action, offered, typed } = await withTwoKinds()
    const page = await ada.send(order, action, typed(changes))
    expect(page.status).toBe(422)
    const { problems, focus, lines } = readForm(page, action)
    const field = `transfers[1][${key}]`
    expect([problems, focus]).toEqual([{ [field]: why }, [field]])
    expect(lines.map(({ isOpen }) => isOpen)).toEqual([false, true])
    expect(await offered()).toEqual([])
  })

  it('asks for a first recipient if nobody is named [XFER-19, XFER-20, XFER-21]', async () => {
    const { ada, order, action, typed } = await withTwoKinds()
    const page = await ada.send(order, action, typed([]))
    expect(readForm(page, action)).toMatchObject({
      problems: {
        'transfers[0][qty]': 'Please choose how many tickets',
        'transfers[0][name]': 'Please enter a name',
        'transfers[0][email]': 'Please enter an email',
      },
      focus: ['transfers[0][qty]'],
    })
  })
})
