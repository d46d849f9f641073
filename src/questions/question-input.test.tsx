import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Question } from '#src/checkout/schemas/question.ts'
import { QuestionInput } from './question-input.tsx'

const question: Question = {
  id: '5',
  ticket_id: '1',
  question: 'Meal',
  type: 'text',
  mandatory: true,
  once_per_checkout: false,
  osq_id: '',
  prepopulated_array: [],
}

const drawn = (changes: Partial<Question>, answer: string | boolean = '', error?: string) =>
  renderToStaticMarkup(
    <QuestionInput
      id="q"
      name="1_5_1"
      question={{ ...question, ...changes }}
      answer={answer}
      error={error}
      onChange={() => {}}
    />,
  )

test('shows a text question as a text field [QUES-17]', () => {
  expect(drawn({}, 'Vegan')).toMatch(/<input[^>]*type="text"[^>]*value="Vegan"/)
})

test('shows a checkbox question as a checkbox [QUES-18]', () => {
  expect(drawn({ type: 'checkbox' }, true)).toMatch(/<input[^>]*type="checkbox"[^>]*checked/)
  expect(drawn({ type: 'checkbox' }, false)).not.toContain('checked')
  expect(drawn({ type: 'checkbox' })).not.toContain('checked')
})

test('shows a dropdown question as a select with its answers [QUES-19]', () => {
  const html = drawn({ type: 'dropdown', prepopulated_array: ['Vegan', 'Fish'] }, 'Fish')
  expect(html).toContain('<option value="Vegan">Vegan</option>')
  expect(html).toContain('<option value="Fish" selected="">Fish</option>')
})

test.each(['text', 'checkbox', 'dropdown'] as const)(
  'marks a mandatory %s with an asterisk and a note, and any other with nothing [QUES-14, QUES-15]',
  (type) => {
    expect(drawn({ type })).toMatch(/Meal <span[^>]*>\* Required</)
    expect(drawn({ type, mandatory: false })).not.toMatch(/\*|Required|required|optional/)
  },
)

test.each(['text', 'checkbox', 'dropdown'] as const)(
  'tells a screen reader once that a %s is mandatory',
  (type) => {
    const html = drawn({ type })
    expect(html).toMatch(/<span[^>]* aria-hidden="true">\* Required</)
    expect(html).toMatch(/<(input|select)[^>]* required/)
  },
)

test('shows under the field that its answer is missing [QUES-16]', () => {
  expect(drawn({}, '', 'Please enter your answer')).toContain('<span>Please enter your answer</span>')
})
