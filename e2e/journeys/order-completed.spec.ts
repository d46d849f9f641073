import { readFile } from 'node:fs/promises'
import { expect, step, test } from '#e2e/test.ts'

test('shares, gives feedback, finds a place and saves the date of a completed order [DONE-01, DONE-02, DONE-20, SHAR-06, STAY-02]', async ({
  page,
  context,
  arrange,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 320, height: 700 })
  await arrange({ shape: 'questions_after_and_messages', state: 'order_completed' })
  await expect(step(page, 'order_completed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'How to watch the livestream' })).toBeVisible()
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(await isWide()).toBe(false)

  await page.getByText('Add to calendar').first().click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Calendar file (.ics)' }).first().click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[^]*DTSTART:\d{8}T\d{6}Z[^]*SUMMARY:Studio Session/)

  const feedback = page.getByRole('button', { name: 'How did we do?' })
  await feedback.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Feedback').fill('Lovely & warm')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your feedback has been sent. Thanks!').first()).toBeVisible()
  await expect(feedback).toBeFocused()

  await page.getByRole('button', { name: 'Find a place to stay' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find a place to stay' })).toBeFocused()
  await expect(page.frameLocator('iframe').getByRole('heading')).toContainText('Whitby')
  expect(await isWide()).toBe(false)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await arrange({ shape: 'questions_before', state: 'order_completed' })
  await page.getByRole('button', { name: 'Share & get a free hot cider' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Copied/ })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /hot cider.* http\S+\/r\/[\w-]+\/$/,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
