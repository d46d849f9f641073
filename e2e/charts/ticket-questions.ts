import type { Page } from '@playwright/test'
import { continueButton, goOn, said } from '#e2e/buyer.ts'
import { expect, step as stepOn } from '#e2e/test.ts'
import { press, waits, type Do, type Walk } from './walk.ts'

const pills = (page: Page) =>
  page.getByRole('navigation', { name: 'Tickets with questions' }).getByRole('button')

const names = (page: Page) => page.getByLabel('Name on the lantern *')

const arrived: Do = ({ arrange }) => arrange({ shape: 'questions_before', state: 'ticket_questions_before' })

const inCheckout =
  'the questions are in the checkout that the page has read, and what finds them comes with the chart'

/** How the paths of `machines/ticket-questions.ts` are walked in a browser. */
export const ticketQuestions: Walk = {
  starts: { '': arrived },
  basket: 'questions_before',
  doings: {
    'done loadQuestions': waits,
    'step.select: second': ({ page }) => pills(page).nth(1).click(),
    async 'answer.change'({ page }) {
      await names(page).nth(0).fill('Mina')
      await names(page).nth(1).fill('Lucy')
    },
    async 'answer.copy'(doing) {
      await names(doing.page).nth(0).fill('Mina')
      await press('Same as ticket 1')(doing)
    },
    'questions.continue': ({ page }) => goOn(page),
  },
  answers: {
    'done saveQuestionAnswers: not saved': { json: { questions_set: false } },
    'error saveQuestionAnswers': { body: '<html>' },
  },
  contents: {
    async answering(doing) {
      const { page, step } = doing
      await expect(pills(page)).toHaveCount(2)
      await expect(continueButton(page)).toBeEnabled()
      await inContents[step.label]?.(doing)
    },
    saving: ({ page }) => expect(continueButton(page)).toHaveAttribute('aria-busy', 'true'),
    saved: ({ page }) => expect(stepOn(page, 'payment')).toBeVisible(),
  },
  impossible: { 'error loadQuestions': inCheckout },
  unreachable: { 'ticketQuestions.loading_failed': inCheckout },
}

const notSaved: Do = ({ page }) =>
  expect(said(page, 'Unable to save your answers. Please try again').first()).toBeVisible()

const showsFirst = (page: Page) => expect(pills(page).first()).toHaveAttribute('aria-current', 'step')

/** What the form shows after each event. */
const inContents: Record<string, Do> = {
  'done loadQuestions: read': async ({ page }) => {
    await showsFirst(page)
    await expect(names(page)).toHaveCount(2)
  },
  'questions.continue': async ({ page, path }) => {
    await showsFirst(page)
    if (path.steps.some(({ label }) => label.startsWith('step.select'))) return
    await expect(page.getByRole('alert')).toContainText('Please enter your answer')
    await expect(page.getByRole('alert')).toContainText('Name on the lantern')
  },
  'step.select: second': async ({ page }) => {
    await expect(pills(page).nth(1)).toHaveAttribute('aria-current', 'step')
    await expect(page.getByRole('heading', { level: 2, name: 'About your order' })).toBeVisible()
    await expect(page.getByLabel(/How did you hear about us/)).toBeVisible()
  },
  'answer.change: answered': ({ page }) => expect(pills(page).first()).toContainText('completed'),
  'answer.copy': ({ page }) => expect(names(page).nth(1)).toHaveValue('Mina'),
  'done saveQuestionAnswers: not saved': notSaved,
  'error saveQuestionAnswers: failed': notSaved,
}
