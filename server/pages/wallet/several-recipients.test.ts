import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { onOrderPage, readForm, recipient, wordsOf } from '#server/testing/order-pages.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

/** On the page of a paid order, its buyer offers its tickets to several people at once. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const bo = () => ({ qty: 1, name: 'Bo Right', email: newEmail() })
const cy = () => ({ qty: 2, name: 'Cy Left', email: newEmail() })

describe('the page of a paid order', () => {
  it('adds a recipient without a script, keeps what was typed, and focuses the new name [XFER-15]', async () => {
    const { ada, order, action, open } = await onOrderPage(shop)
    expect(readForm(await open(), action).recipients).toEqual(['Recipient 1'])
    const first = bo()
    const page = await ada.send(order, action, { ...recipient(0, first), add: '1' })
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
      ...recipient(0, { qty, name, email }),
      ...recipient(1, { qty: 1, name: '', email: '' }),
    })
    expect(page.html).not.toMatch(/class="notice"/)
  })

  it('offers tickets to several friends in one sending, and says to whom', async () => {
    const { ada, action, order, offered } = await onOrderPage(shop)
    const [first, second] = [bo(), cy()]
    const added = await ada.send(order, action, { ...recipient(0, first), add: '1' })
    const typed = { ...recipient(0, first), ...recipient(1, second) }
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
    const { ada, action, order, offered } = await onOrderPage(shop)
    const [first, second] = [bo(), { ...cy(), qty: 1 }]
    const added = await ada.send(order, action, { ...recipient(0, first), add: '1' })
    const page = await ada.sendFrom(added, action, {
      ...recipient(0, { ...first, email: 'bo' }),
      ...recipient(1, { ...second, name: ' ' }),
    })
    expect(page.status).toBe(422)
    const form = readForm(page, action)
    expect(form.problems).toEqual({
      'transfers[0][email]': 'Please enter an email',
      'transfers[1][name]': 'Please enter a name',
    })
    expect(form.focus).toEqual(['transfers[0][email]'])
    expect(form.values).toMatchObject({
      ...recipient(0, { ...first, email: 'bo' }),
      ...recipient(1, { qty: 1, email: second.email }),
    })
    expect(await offered()).toEqual([])
  })

  it('says beside the quantity with which they become too many that these tickets are too many [XFER-25]', async () => {
    const { ada, action, order, offered } = await onOrderPage(shop)
    const added = await ada.send(order, action, { ...recipient(0, bo()), add: '1' })
    const page = await ada.sendFrom(added, action, {
      ...recipient(0, { ...bo(), qty: 2 }),
      ...recipient(1, cy()),
    })
    expect(page.status).toBe(422)
    expect(readForm(page, action)).toMatchObject({
      problems: { 'transfers[1][qty]': 'You cannot transfer more tickets than you have' },
      focus: ['transfers[1][qty]'],
    })
    expect(await offered()).toEqual([])
  })

  it('removes any recipient but the first, and keeps the others [XFER-10]', async () => {
    const { ada, action, order } = await onOrderPage(shop)
    const rows = [bo(), { ...cy(), qty: 1 }, { ...bo(), name: 'Di Straight' }]
    const typed = Object.assign({}, ...rows.map((row, place) => recipient(place, row))) as Record<
      string,
      string
    >
    const three = await ada.send(order, action, {
      ...recipient(0, rows[0] ?? {}),
      ...recipient(1, rows[1] ?? {}),
      add: '1',
    })
    const removals = ({ html }: typeof three) =>
      readForm({ html }, action).buttons.filter(({ name }) => name === 'remove')
    expect(removals(three).map(({ text }) => text)).toEqual(['Remove recipient 2', 'Remove recipient 3'])
    const two = await ada.sendFrom(three, action, { ...typed, remove: '1' })
    expect(two.status).toBe(200)
    const form = readForm(two, action)
    expect(form.recipients).toEqual(['Recipient 1', 'Recipient 2'])
    expect(form.focus).toEqual(['row-0'])
    expect(form.values).toMatchObject({ ...recipient(0, rows[0] ?? {}), ...recipient(1, rows[2] ?? {}) })
  })

  it('offers no more recipients than there are tickets left [XFER-26]', async () => {
    const { ada, action, order } = await onOrderPage(shop)
    const page = await ada.send(order, action, {
      ...recipient(0, bo()),
      ...recipient(1, bo()),
      add: '1',
    })
    const add = ({ html }: typeof page) =>
      readForm({ html }, action).buttons.some(({ name }) => name === 'add')
    expect([add(await ada.open(order)), add(page)]).toEqual([true, false])
  })

  it('has "Send tickets" as its first button, which Enter in a field presses', async () => {
    const { ada, action, order } = await onOrderPage(shop)
    const page = await ada.send(order, action, { ...recipient(0, bo()), add: '1' })
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
    const { ada, action, order, event } = await onOrderPage(shop)
    const long = {
      ticket_id: event.ticket(),
      qty: 1,
      name: 'ü'.repeat(100),
      email: `${'b'.repeat(60)}@example`,
    }
    const typed = Object.assign(
      {},
      ...Array.from({ length: 9 }, (_, row) => recipient(row, { ...long, message: 'ü'.repeat(1000) })),
    ) as Record<string, string>
    const page = await ada.send(order, action, typed)
    expect(page.status).toBe(422)
    expect(readForm(page, action).values).toMatchObject(recipient(8, { name: long.name, email: long.email }))
  })

  it('has an address that every proxy takes, whatever was typed', async () => {
    const { ada, action, order } = await onOrderPage(shop)
    const addresses = []
    for (const length of [0, 250, 500, 1_000]) {
      const typed = recipient(0, { ...bo(), email: 'bo', is_gift: true, message: '"'.repeat(length) })
      const page = await ada.send(order, action, typed)
      expect(readForm(page, action).values).toMatchObject(typed)
      addresses.push(page.address ?? '')
    }
    expect(addresses[0]).toContain('?form=')
    expect(Math.max(...addresses.map((address) => address.length))).toBeLessThan(2_200)
  })

  it('leaves out tickets that cannot be transferred any more, and keeps the others as they were typed', async () => {
    const { ada, action, order, event } = await onOrderPage(shop)
    const [first, second] = [bo(), bo()]
    const page = await ada.send(order, action, {
      ...recipient(0, { ...first, ticket_id: '987654321' }),
      ...recipient(1, { ...second, ticket_id: event.ticket() }),
    })
    expect(page.status).toBe(409)
    expect(wordsOf(page.html)).toContain('These tickets cannot be transferred')
    const { recipients, values } = readForm(page, action)
    expect(recipients).toEqual(['Recipient 1'])
    expect(values).toMatchObject(recipient(0, { name: second.name, email: second.email }))
  })
})
