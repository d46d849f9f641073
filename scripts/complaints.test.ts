import { describe, expect, it } from 'vitest'
import { complaintsAboutSpeech, type Spoken } from '#e2e/charts/announcements.ts'
import { complaintsAboutMoney } from '#e2e/charts/money.ts'
import { complaintsAbout, untold, type Told } from '#e2e/screens/complaints.ts'
import type { Look } from '#e2e/screens/look.ts'
import type { Books } from '#sandbox/books.ts'

const order = {
  isCompleted: false,
  prices: [2690],
  fees: [290],
  rows: [
    { name: 'Subtotal', amount: 2400 },
    { name: 'Delivery', amount: 250 },
    { name: 'Discount EARLY10', amount: -240 },
    { name: 'Booking fee', amount: 290 },
  ],
  total: '£27.00',
  bar: '£27.00',
}

const account: Look = {
  step: 'login',
  view: null,
  isLoading: false,
  title: 'Account',
  headings: ['Account'],
  nameless: [],
  countdowns: ['Tickets held for 9m 58s'],
  reservedFor: 'Reserved for 9m 58s',
  focus: 'Account',
  order,
  problems: null,
  isAtProblems: false,
  errors: [],
  stepErrors: [],
  isInvalid: false,
  payButtons: [],
  isPlan: false,
  words: 'Account',
}

const basket: Look = {
  ...account,
  step: 'basket',
  title: 'Basket',
  headings: ['Basket'],
  countdowns: [],
  reservedFor: null,
}

const payment: Partial<Look> = { step: 'payment', title: 'Payment', headings: ['Payment'] }

const told: Told = { total: '£27.00', secondsLeft: { atLeast: 597, atMost: 600 }, isPaid: false }

it('says nothing about a page that is as it should be', () => {
  expect(complaintsAbout(account, basket, told)).toEqual([])
  expect(complaintsAbout(account, null, untold)).toEqual([])
  expect(complaintsAbout({ ...account, payButtons: ['Pay £27.00'] }, basket, told)).toEqual([])
  expect(complaintsAbout({ ...account, payButtons: ['Pay £9.00'], isPlan: true }, basket, told)).toEqual([])
})

describe('says in words what is wrong with a page', () => {
  it.each<[string, Partial<Look>, Partial<Told>]>([
    [
      'the button says "Pay £28.00 by card", and the order summary £27.00',
      { payButtons: ['Pay another way', 'Pay £28.00 by card'] },
      {},
    ],
    ['a heading or group has no text: <h2>', { nameless: ['h2'] }, {}],
    ['the page has 2 titles: Account, Payment', { headings: ['Account', 'Payment'] }, {}],
    ['the window is called "Basket" instead of "Account"', { title: 'Basket' }, {}],
    [
      'the window is called "Error: Account" instead of "Account"',
      {
        title: 'Error: Account',
        errors: ['Unable to send the code'],
        stepErrors: ['Unable to send the code'],
      },
      {},
    ],
    ['the window is called "Account" instead of "Error: Account"', { isInvalid: true }, {}],
    [
      'the window is called "Order complete!" instead of "Error: Order complete!"',
      {
        step: 'order_completed',
        view: 'overview',
        title: 'Order complete!',
        headings: ['Order complete!'],
        isInvalid: true,
        countdowns: [],
        reservedFor: null,
      },
      { secondsLeft: null },
    ],
    [
      'the window is called "Give" instead of "Error: Give"',
      { step: 'donation', title: 'Give', headings: ['Give'], stepErrors: ['The charity has closed'] },
      {},
    ],
    [
      'the window is called "Payment" instead of "Error: Payment"',
      { ...payment, stepErrors: ['Your card was declined.'] },
      {},
    ],
    [
      'the window is called "Error: Payment" instead of "Payment"',
      {
        ...payment,
        title: 'Error: Payment',
        errors: ["We couldn't load the card form. Please try again."],
        stepErrors: ["We couldn't load the card form. Please try again."],
      },
      {},
    ],
    ['the focus is lost: nothing on the page has it', { focus: null }, {}],
    [
      'the order summary does not add up: Subtotal 24.00, Delivery 2.50, Discount EARLY10 -2.40, Booking fee 2.90, and Total £28.00',
      { order: { ...order, total: '£28.00', bar: null } },
      { total: null },
    ],
    [
      'the lines of the order cost 23.00 without their fees, and its subtotal is 24.00',
      { order: { ...order, prices: [2590] } },
      {},
    ],
    [
      'the order names fees of 1.90, and its booking fee is 2.90',
      { order: { ...order, prices: [2590], fees: [190] } },
      {},
    ],
    [
      'the order names fees of 2.00, and its booking fee is 1.50',
      {
        order: {
          ...order,
          prices: [2590],
          fees: [190],
          rows: [
            { name: 'Subtotal (includes £1.50 booking fee, £0.10 of it for the whole order)', amount: 2550 },
          ],
          total: '£25.50',
          bar: null,
        },
      },
      { total: null },
    ],
    ['the order summary says "Total £27.00", and the shop says £26.00', {}, { total: '£26.00' }],
    [
      'the order summary says "Total £27.00", and its bar on narrow screens £1.00',
      { order: { ...order, bar: '£1.00' } },
      {},
    ],
    ['the step "login" shows no order summary', { order: null }, {}],
    ['tickets are held at the step "login", and there are 0 countdowns', { countdowns: [] }, {}],
    [
      'the page says "Tickets held for 9m 58s", and the shop holds the tickets 290 to 300 seconds longer',
      {},
      { secondsLeft: { atLeast: 290, atMost: 300 } },
    ],
    [
      'the page says "Tickets held for 9m 58s", and its order summary "Reserved for 5m 1s"',
      { reservedFor: 'Reserved for 5m 1s' },
      {},
    ],
    [
      'nothing is being paid, and the page says "Held while you pay"',
      { countdowns: ['Held while you pay'], reservedFor: 'Held while you pay' },
      {},
    ],
    [
      'the page says "Held while you pay", and its order summary "Reserved for 9m 58s"',
      { countdowns: ['Held while you pay'], title: 'Confirming Payment', headings: ['Confirming Payment'] },
      {},
    ],
    [
      'nothing is held at the step "login", and the page says "Tickets held for 9m 58s"',
      { reservedFor: null },
      { secondsLeft: null },
    ],
    [
      'the order is paid, and the page still offers "Pay £27.00"',
      { payButtons: ['Pay £27.00'] },
      { isPaid: true },
    ],
    [
      '"There is a problem" has appeared, and the focus is not on it',
      { title: 'Error: Account', problems: [{ text: 'Type your email address', isMarked: true }] },
      {},
    ],
    [
      'the problem "Type your email address" leads to no field that is marked as wrong',
      {
        title: 'Error: Account',
        problems: [{ text: 'Type your email address', isMarked: false }],
        isAtProblems: true,
      },
      {},
    ],
  ])('%s', (sentence, change, telling) => {
    expect(complaintsAbout({ ...account, ...change }, basket, { ...told, ...telling })).toEqual([sentence])
  })
})

const title: Spoken = { by: 'title', text: 'Account', step: 'login' }
const declined: Spoken = { by: 'status', text: 'Your card was declined.', step: 'login' }

describe('says in words what is wrong with announcements', () => {
  it.each<[string, Spoken[], Partial<Look>, string[]]>([
    ['the step "login" has appeared, and the focus has not been on its title "Account"', [], {}, []],
    ['the title "Account" of the new step gets the focus 2 times instead of once', [title, title], {}, []],
    [
      '"Your card was declined." is announced 2 times instead of once',
      [title, declined, declined],
      { errors: [declined.text] },
      [],
    ],
    [
      'the message "Your card was declined." is on the screen, and was not announced',
      [title],
      { errors: [declined.text] },
      [],
    ],
    [
      'the message "Unable to send the code" is on the screen, and was not announced',
      [title],
      {},
      ['Unable to send the code'],
    ],
  ])('%s', (sentence, spoken, change, messages) => {
    expect(complaintsAboutSpeech(spoken, { ...account, ...change }, basket, messages)).toEqual([sentence])
  })

  it('says nothing if the title and each error are announced once', () => {
    const now = { ...account, errors: [declined.text] }
    expect(complaintsAboutSpeech([title, declined], now, basket, [declined.text])).toEqual([])
  })
})

const paid: Books = {
  isPaid: true,
  isHeld: false,
  total: 2700,
  attempts: [{ status: 'succeeded', method: 'card', amount: 2700 }],
  charges: [{ amount: 2700, currency: 'GBP' }],
  refunds: [],
  receipt: 'Subtotal: £24.00\nTotal: £27.00\nPaid by card: £27.00\n',
}
const unpaid: Books = { ...paid, isPaid: false, attempts: [], charges: [], receipt: null }
const attempt = { status: 'open', method: 'card', amount: 2700 }

describe('says in words where the books and the page do not agree', () => {
  it.each<[string, Books]>([
    ['2 payments of the order are open at once', { ...unpaid, attempts: [attempt, attempt] }],
    ['the buyer was charged, and has no order', { ...unpaid, charges: paid.charges }],
    ['the buyer has a receipt, and has not paid', { ...unpaid, receipt: paid.receipt }],
    ['the order is paid, and there is no receipt', { ...paid, receipt: null }],
    [
      'the amounts differ: the page shows 27.00, the shop wanted 27.00, the receipt says Total 26.00, the buyer was charged 27.00',
      { ...paid, receipt: 'Total: £26.00\nPaid by card: £27.00' },
    ],
    [
      'the amounts differ: the button said 27.00, the buyer was charged 27.00, the receipt says Paid 20.00',
      { ...paid, receipt: 'Total: £27.00\nPaid by card: £20.00' },
    ],
  ])('%s', (sentence, books) => {
    expect(complaintsAboutMoney(books, { total: 2700, pressed: 2700 })).toEqual([sentence])
  })

  it('the buyer was charged 2 times', () => {
    const twice = { ...paid, charges: [...paid.charges, ...paid.charges] }
    expect(complaintsAboutMoney(twice, { total: 2700, pressed: 2700 })).toContain(
      'the buyer was charged 2 times',
    )
  })

  it('says nothing about an order that was charged as shown, nor about a plan that has charged its first instalment', () => {
    expect(complaintsAboutMoney(paid, { total: 2700, pressed: null })).toEqual([])
    const plan: Books = {
      ...paid,
      attempts: [{ ...attempt, status: 'succeeded', method: 'instalment', amount: 900 }],
      charges: [{ amount: 900, currency: 'GBP' }],
      receipt: 'Total: £27.00\nPaid by card: £9.00\nStill to pay: £18.00',
    }
    expect(complaintsAboutMoney(plan, { total: 2700, pressed: 900 })).toEqual([])
  })
})
