import type { Page } from '@playwright/test'
import { addTickets, reserveBasket } from '#e2e/buyer.ts'
import { expect, step, test } from '#e2e/test.ts'

const title = 'Abbey by Moonlight: One Night Only'

/** Changes the waiting room of the demo event, and returns how many are in it; see docs/sandbox.md. */
async function room(page: Page, change: Record<string, number | null>) {
  const data = { event_id: 'abbey-by-moonlight', ...change }
  const reply = await page.request.post('/sandbox/waiting-room', { data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()) as { waiting: number; admitted: number }
}

const place = (page: Page) => page.getByRole('region', { name: 'Your place' })

test('reserves when it is their turn, with a place that reloads and browsers without scripts keep [RESV-12]', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.clock.install()
  // The visitors of earlier tests are still in it.
  const { waiting, admitted } = await room(page, { capacity: null })
  await addTickets(page, title, { 'A place among the arches': 1 })
  await room(page, { capacity: waiting + admitted + 1, come: 4 })
  await reserveBasket(page)

  await expect(page).toHaveURL(/\/waiting-room\/abbey-by-moonlight\/\?to=%2Fcheckout%2F$/)
  await expect(place(page)).toContainText('3 people are ahead of you')
  await expect(page).toHaveTitle(`3 ahead – Waiting room for ${title} – Foyer`)
  await page.reload()
  await expect(place(page)).toContainText('3 people are ahead of you')

  // What has changed is told to screen readers, at most once a minute.
  const status = page.getByRole('status')
  await expect(status).toBeEmpty()
  await room(page, { leave: 1 })
  await expect(async () => {
    await page.clock.fastForward(10_000)
    await expect(place(page)).toContainText('2 people are ahead of you', { timeout: 1000 })
  }).toPass()
  await expect(status).toBeEmpty()
  await room(page, { leave: 1 })
  await expect(async () => {
    await page.clock.fastForward(70_000)
    await expect(status).toContainText('1 person is ahead of you', { timeout: 1000 })
  }).toPass()

  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto(page.url())
  await expect(place(plain)).toContainText('1 person is ahead of you')
  expect(await plain.locator('meta[http-equiv="refresh"]').count()).toBe(1)
  await room(page, { leave: 2 })
  await expect(async () => {
    await plain.reload()
    await expect(plain).toHaveURL(/\/checkout\/$/, { timeout: 500 })
  }).toPass()
  await context.close()

  // The checkout goes on where it was: it reserves.
  await page.clock.fastForward(70_000)
  await expect(step(page, 'login')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('A place among the arches')
  await room(page, { capacity: 20, leave: 50_000 })
})

test('counts down to the sale on the event’s page, and leads back to it when the sale has opened', async ({
  page,
}) => {
  await page.clock.install()
  await room(page, { capacity: 20, opensInSeconds: 900, come: 2 })
  await page.goto('/events/abbey-by-moonlight/')
  await page.getByRole('button', { name: 'Join the waiting room' }).click()
  await expect(place(page)).toContainText(/[12] other (person is|people are) here/)
  const clock = page.getByRole('timer')
  await expect(clock).toHaveText(/^14:5\d$|^15:00$/)
  await page.clock.fastForward(15_000)
  await expect(clock).toHaveText(/^14:4\d$/)
  await room(page, { opensInSeconds: 0 })
  await expect(async () => {
    await page.clock.fastForward(60_000)
    await expect(page).toHaveURL(/\/events\/abbey-by-moonlight\/#tickets$/, { timeout: 1000 })
  }).toPass()
  await expect(page.getByText('It is your turn.')).toBeVisible()
  await expect(page.getByLabel('A place among the arches', { exact: true })).toBeVisible()
  await room(page, { leave: 50_000 })
})
