import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const friday = '/events/book_seats/the-tempest-friday/'

export const seats = (page: Page) => page.getByRole('region', { name: 'Your seats' })
export const rows = (page: Page) => seats(page).getByRole('listitem')
/** The labels of the chosen seats: "Stalls-C-12". */
export const labels = (page: Page) => rows(page).getByText(/^\S+-\S+-\d+$/)
/** The words for the seat of a label. */
export const inWords = (label: string) => {
  const [section, row, number] = label.split('-')
  return `${section}, row ${row}, seat ${number}`
}
/** A message beside the seating plan, not its copy in a live region. */
export const said = (page: Page, text: RegExp) => page.getByRole('main').getByText(text)
export const add = (page: Page) => page.getByRole('button', { name: 'Add To Basket!' })
export const find = (page: Page) => page.getByRole('button', { name: 'Find seats' })

/** Unfolds the form that finds the best seats, as it is on a phone. */
export const unfoldBest = (page: Page) => page.locator('summary', { hasText: 'Find the best seats' }).click()

/** Opens the screen and waits for its seating plan. */
export async function open(page: Page, address = friday) {
  await page.goto(address)
  await expectSeatingPlan(page)
}

/** Waits until seats can be chosen on the seating plan. */
export const expectSeatingPlan = (page: Page) =>
  expect(page.locator('[data-screen="seats"][data-substate="held"]')).toBeVisible()

/** Waits until so many seats are chosen and the shop holds them, which the screen does not wait for. */
export async function expectHeld(page: Page, count: number) {
  await expect(rows(page)).toHaveCount(count)
  await expectSeatingPlan(page)
}

/** Opens the list of free seats and returns the buttons of a row. */
export async function listRow(page: Page, section: string, row: string) {
  await page.getByText('Choose from a list').click()
  await page.getByLabel('Section').selectOption({ value: section })
  await page.getByLabel('Row', { exact: true }).selectOption({ value: row })
  return page.getByRole('button', { name: new RegExp(`^${section}, row ${row}, seat `) })
}
