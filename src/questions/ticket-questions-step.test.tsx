// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  button,
  description,
  heading,
  notices,
  openCheckout,
  pending,
  problems,
  shownStep,
  spoken,
  summary,
  editBasket,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const line = { event_id: 'e', date_id: 'd', event_name: 'Supper', price: '10.00' }
const tickets = [
  { ...line, ticket_id: '1', ticket_name: 'Seat', qty: 2 },
  { ...line, ticket_id: '2', ticket_name: 'Stall', qty: 1 },
]
const questions = {
  '1': [
    { id: '5', ticket_id: '1', question: 'Meal', type: 'text', mandatory: '1' },
    { id: '6', ticket_id: '1', question: 'Diet', type: 'dropdown', prepopulated_array: ['Vegan', 'Fish'] },
  ],
  '2': [{ id: '8', ticket_id: '2', question: 'Coming by boat', type: 'checkbox', once_per_checkout: '1' }],
}
const before: WireCheckout = {
  state: 'ticket_questions_before',
  tickets,
  before_payment_questions: questions,
}
const pills = () =>
  within(screen.getByRole('navigation', { name: 'Tickets with questions' })).getAllByRole('button')
const current = () => pills().find((pill) => pill.getAttribute('aria-current') === 'step')?.textContent
const ticket = (copy: number) => within(screen.getByRole('group', { name: `Ticket ${copy} of 2` }))
const meal = (copy: number) => ticket(copy).getByLabelText<HTMLInputElement>(/^Meal/)

it('has the heading "Ticket Questions", a pill for each ticket and one for the basket [QUES-01, QUES-02, QUES-03, QUES-07]', async () => {
  await openCheckout(before)
  expect(heading()).toBe('Ticket Questions')
  expect(pills().map((pill) => pill.textContent)).toEqual(['Seat', 'Basket'])
  expect(current()).toBe('Seat')
  expect(description(screen.getByRole('heading', { level: 2, name: 'Seat' }))).toBe('Questions 1 of 2')
  expect(await editBasket()).toBeDefined()
})

it('offers no "Edit basket" after the payment [QUES-01, QUES-25]', async () => {
  await openCheckout({
    state: 'ticket_questions_after',
    payment_complete: 1,
    tickets,
    after_payment_questions: questions,
  })
  expect(heading()).toBe('Ticket Questions')
  expect(meal(1)).toBeDefined()
  expect(summary().queryByRole('button', { name: 'Edit basket' })).toBeNull()
})

it('asks for every copy of a ticket, and once for the basket if asked once per checkout [QUES-20, QUES-21, QUES-25]', async () => {
  const page = await openCheckout(before)
  expect([meal(1), meal(2)]).toHaveLength(2)
  expect(screen.queryByLabelText(/Coming by boat/)).toBeNull()
  await page.press(pills()[1] as HTMLElement)
  expect(screen.getAllByRole('checkbox', { name: /Coming by boat/ })).toHaveLength(1)
  expect(screen.getByRole('heading', { level: 2, name: 'About your order' })).toBeDefined()
  expect(current()).toBe('Basketcompleted')
})

it('lists every missing answer when Continue is pressed, with what is missing once, and saves nothing [QUES-04, QUES-16]', async () => {
  const page = await openCheckout(before)
  await page.press('Continue')
  expect(problems()).toEqual(['Ticket\u00a01: Meal', 'Ticket\u00a02: Meal'])
  expect(within(screen.getByRole('alert')).getAllByText('Please enter your answer')).toHaveLength(1)
  expect(description(meal(2))).toContain('Please enter your answer')
  expect(page.sent('save_question_answers')).toEqual([])
})

it.each([
  ['4242 4242 4242 4242', 'Please do not type card numbers here'],
  ['Soup\u0007', 'Please type this again: it has characters that cannot be shown'],
])(
  'says at the answer %j why it is refused, and saves nothing until it is changed [S33, S35]',
  async (text, why) => {
    const page = await openCheckout(
      { ...before, before_payment_questions: { '1': questions['1'] } },
      { replies: { save_question_answers: { questions_set: 1 } } },
    )
    await page.type(meal(1), text)
    await page.type(meal(2), 'Fish')
    await page.press('Continue')
    expect(problems()).toEqual([`Ticket\u00a01: Meal: ${why}`])
    expect(description(meal(1))).toContain(why)
    expect(page.sent('save_question_answers')).toEqual([])
    await page.type(meal(1), 'Soup')
    await page.press('Continue')
    expect(page.sent('save_question_answers')).toHaveLength(1)
  },
)

it('marks a visited and answered step as completed, and opens the first incomplete one [QUES-08, QUES-09, QUES-10, QUES-11]', async () => {
  const page = await openCheckout(before)
  expect(pills().map((pill) => pill.textContent)).toEqual(['Seat', 'Basket'])
  await page.type(meal(1), 'Soup')
  await page.type(meal(2), 'Fish')
  await page.press('Continue')
  expect(pills().map((pill) => pill.textContent)).toEqual(['Seatcompleted', 'Basketcompleted'])
  expect(current()).toBe('Basketcompleted')
  await page.press(pills()[0] as HTMLElement)
  expect(pills().map((pill) => pill.textContent)).toEqual(['Seatcompleted', 'Basketcompleted'])
})

it('saves all answers before payment by ticket, question and copy, and continues [QUES-12, QUES-13, QUES-20]', async () => {
  const page = await openCheckout(before, { replies: { save_question_answers: { questions_set: 1 } } })
  await page.type(meal(1), 'Soup')
  await page.type(meal(2), 'Fish')
  await page.press('Continue')
  await page.press(screen.getByRole('checkbox', { name: /Coming by boat/ }))
  await page.press('Continue')
  expect(page.sent('save_question_answers')).toEqual([
    {
      before_or_after: 'before',
      'answers[1_5_1]': 'Soup',
      'answers[1_5_2]': 'Fish',
      'answers[basket_8]': 'true',
    },
  ])
  expect(shownStep()).toBe('payment')
})

it('shows that answers were not saved, keeps them, and lets the buyer try again [QUES-22, QUES-23]', async () => {
  const page = await openCheckout(
    { ...before, before_payment_questions: { '1': questions['1'] } },
    { replies: { save_question_answers: [{ questions_set: 0 }, { questions_set: 1 }] } },
  )
  await page.type(meal(1), 'Soup')
  await page.type(meal(2), 'Fish')
  await page.press('Continue')
  expect(notices()).toEqual(['error: Unable to save your answers. Please try again'])
  expect(meal(1).value).toBe('Soup')
  await page.press('Continue')
  expect(shownStep()).toBe('payment')
})

it("shows the shop's message for rejected answers [QUES-24]", async () => {
  const page = await openCheckout(
    { ...before, before_payment_questions: { '1': questions['1'] } },
    { replies: { save_question_answers: new Response('No such dish', { status: 422 }) } },
  )
  await page.type(meal(1), 'Soup')
  await page.type(meal(2), 'Fish')
  await page.press('Continue')
  expect(notices()).toEqual(['error: No such dish'])
})

it('copies the answers for one ticket to the others, and marks them as answered [QUES-26]', async () => {
  const page = await openCheckout(
    { ...before, tickets: [{ ...line, ticket_id: '1', ticket_name: 'Seat', qty: 3 }] },
    { replies: { save_question_answers: { questions_set: 1 } } },
  )
  const diet = (copy: number) =>
    within(screen.getByRole('group', { name: `Ticket ${copy} of 3` })).getByLabelText<HTMLSelectElement>(
      /^Diet/,
    )
  const meal = (copy: number) =>
    within(screen.getByRole('group', { name: `Ticket ${copy} of 3` })).getByLabelText<HTMLInputElement>(
      /^Meal/,
    )
  await page.type(meal(2), 'Fish')
  await page.press('Continue')
  expect(problems()).toHaveLength(2)
  await page.type(meal(1), 'Soup')
  await page.press('All same as ticket 1')
  expect([meal(1), meal(2), meal(3)].map(({ value }) => value)).toEqual(['Soup', 'Soup', 'Soup'])
  expect(problems()).toEqual([])
  expect(diet(2).value).toBe('')
  await page.press('Continue')
  expect(page.sent('save_question_answers')).toMatchObject([
    { 'answers[1_5_1]': 'Soup', 'answers[1_5_2]': 'Soup', 'answers[1_5_3]': 'Soup' },
  ])
})

it('leads to the first question of ticket 1 while there is nothing to copy from it', async () => {
  const page = await openCheckout({
    ...before,
    tickets: [{ ...line, ticket_id: '1', ticket_name: 'Seat', qty: 2 }],
  })
  await page.type(meal(2), 'Fish')
  await page.press('Same as ticket 1')
  expect(document.activeElement).toBe(meal(1))
  expect(spoken()).toEqual(['Answer for ticket 1 first'])
  expect(meal(2).value).toBe('Fish')
  await page.type(meal(1), 'Soup')
  await page.press('Same as ticket 1')
  expect(meal(2).value).toBe('Soup')
})

it('offers to copy answers for two tickets by name, and not for one [QUES-26]', async () => {
  const page = await openCheckout({
    ...before,
    before_payment_questions: { ...questions, '2': [{ ...questions['1'][0], ticket_id: '2' }] },
  })
  expect(screen.getAllByRole('button', { name: /same as ticket 1$/i })).toHaveLength(1)
  expect(ticket(2).getByRole('button', { name: 'Same as ticket 1' })).toBeDefined()
  await page.press(pills()[1] as HTMLElement)
  expect(screen.getByLabelText(/^Meal/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /same as ticket 1$/i })).toBeNull()
})

it('shows a spinner while the answers are saved', async () => {
  const { reply, arrive } = pending({ questions_set: 1 })
  const page = await openCheckout(
    { ...before, before_payment_questions: { '1': questions['1'] } },
    { replies: { save_question_answers: reply } },
  )
  await page.type(meal(1), 'Soup')
  await page.type(meal(2), 'Fish')
  await page.press('Continue')
  expect(button('Continue').getAttribute('aria-busy')).toBe('true')
  arrive()
})

it('opens the step of a pressed pill, and focuses its heading', async () => {
  const page = await openCheckout(before)
  await page.type(meal(1), 'Soup')
  await page.press(pills()[1] as HTMLElement)
  await page.press(pills()[0] as HTMLElement)
  expect(meal(1).value).toBe('Soup')
})
