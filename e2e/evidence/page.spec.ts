import { writeFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import type { PathRun } from '#machines/paths/evidence.ts'
import { noHistory, withRun } from '#machines/paths/history.ts'
import { machines } from '#machines/paths/names.ts'
import { failureOf } from './failure.ts'
import { pageOf } from './page.ts'
import { sampleRun } from './sample-run.ts'

/** The page of a run of three charts, in which a path of the connection fails; the shop is not needed. */
const test = base.extend<object, { html: string }>({
  html: [
    async ({}, use) => {
      const sample = await sampleRun(['countdown', 'connection', 'siteScripts'])
      const without = (left: number) => sample.paths.filter((_, index) => index !== left)
      const failing = without(1).findIndex(({ chart }) => chart === 'connection')
      const before = { ...sample, at: '2026-11-22T21:00:00.000Z', paths: without(2) }
      const run = {
        ...sample,
        paths: without(1).map((path, index) => (index === failing ? fail(path) : path)),
      }
      const history = withRun(withRun(noHistory, before), run)
      await use(await pageOf(run, history, machines))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const fail = (path: PathRun): PathRun => {
  const error = new Error('expect(locator).toBeVisible() failed\n\nReceived: hidden')
  const failure = failureOf(path.steps, path.steps.length - 1, error, 'an empty page')
  return { ...path, status: 'failed', failure }
}

test.beforeEach(async ({ page, html }, testInfo) => {
  const file = testInfo.outputPath('index.html')
  writeFileSync(file, html)
  await page.goto(`file://${file}`)
})

const arrow = (page: Page, key: string) => page.locator(`figure:visible .arrow[data-key="${key}"]`)
const paths = (page: Page) => page.getByRole('list', { name: /paths? through/ }).getByRole('button')
const lit = (page: Page) => page.locator('figure:visible .arrow.on')
const chooseChart = (page: Page, name: string) => page.getByLabel('Chart', { exact: true }).selectOption(name)

test('tells failures first: what was done, what was expected and seen, and the shortest way there', async ({
  page,
}) => {
  await expect(page.locator('main > section').first().getByRole('heading', { level: 2 })).toHaveText(
    /failure/,
  )
  const [failure] = await page.getByRole('article').all()
  await expect(failure!).toContainText(/After: .+Expected.+Saw *an empty page; .+received hidden/s)
  await expect(failure!).toContainText('Red since')
  await expect(failure!.locator('ol > li').first()).not.toBeEmpty()
})

test('shows the chart first whose paths were walked', async ({ page }) => {
  await expect(page.getByLabel('Chart', { exact: true })).toHaveValue('connection')
})

test('tells what is new and what is gone since the run before', async ({ page }) => {
  const changes = page.locator('#changes')
  await expect(changes.getByRole('heading')).toHaveText('Since the run of 22 November 2026 at 21:00')
  await expect(changes.getByText('1 path new')).toBeVisible()
  await expect(changes.getByText('1 path gone')).toBeVisible()
})

test('does not compare a part of the paths', async ({ page }, testInfo) => {
  const run = await sampleRun(['saleRelease'])
  const history = withRun(withRun(noHistory, { ...run, at: '2026-11-22T21:00:00.000Z' }), run)
  const file = testInfo.outputPath('part.html')
  writeFileSync(file, await pageOf({ ...run, isPart: true }, history, machines))
  await page.goto(`file://${file}`)
  await expect(page.getByText('Only a part of the paths was walked')).toBeVisible()
  await expect(page.locator('#changes')).toHaveText('Not compared with a run before')
})

test('draws an arrow for every transition, with how many paths walked it', async ({ page }) => {
  for (const [name, machine] of machines) {
    if (!['countdown', 'connection', 'siteScripts', 'basket'].includes(name)) continue
    await chooseChart(page, name)
    const walked = page.locator('figure:visible .arrow:not(.level-0):not(.excused)')
    await expect(page.locator('figure:visible svg')).toHaveAccessibleName(`The chart ${machine.id}`)
    if (name === 'basket') await expect(walked).toHaveCount(0)
    else expect(await walked.count()).toBeGreaterThan(3)
  }
  await chooseChart(page, 'countdown')
  await expect(arrow(page, 'countdown.running after tick #1')).toHaveClass(/excused/)
  await expect(page.getByText('1 excused').or(page.getByText('2 excused'))).toBeVisible()
})

test('lights up the arrows of a path under the pointer, and darkens again', async ({ page }) => {
  await chooseChart(page, 'siteScripts')
  await expect(lit(page)).toHaveCount(0)
  await paths(page).first().hover()
  expect(await lit(page).count()).toBeGreaterThan(0)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(lit(page)).toHaveCount(0)
})

test('lists the paths that walked an arrow under the pointer', async ({ page }) => {
  await chooseChart(page, 'connection')
  const wanted = page.locator('figure:visible .arrow.level-1').first()
  await wanted.locator('text').first().hover()
  await expect(page.locator('#about').getByRole('button')).toHaveCount(1)
  await expect(page.locator('#about h3')).toHaveText((await wanted.getAttribute('aria-label'))!)
})

test('is used by keyboard: arrow keys move, Enter keeps, Escape lets go', async ({ page }) => {
  await chooseChart(page, 'connection')
  await page.getByLabel('Fit to width').focus()
  await tabTo(page, page.locator('figure:visible .arrow').first())
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('figure:visible .arrow').nth(1)).toBeFocused()
  await expect(lit(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await tabTo(page, paths(page).first())
  await page.keyboard.press('ArrowDown')
  await expect(paths(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(paths(page).nth(1)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+Tab')
  expect(await lit(page).count()).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(paths(page).nth(1)).toHaveAttribute('aria-pressed', 'false')
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  for (let presses = 0; presses < 12; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

test('shows the path of a failure in its chart', async ({ page }) => {
  await page.getByRole('article').first().getByRole('button').first().click()
  await expect(page.getByLabel('Chart', { exact: true })).toHaveValue('connection')
  expect(await lit(page).count()).toBeGreaterThan(0)
})

for (const width of [390, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`fits ${width} pixels in ${colorScheme} colours, and axe finds nothing`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await chooseChart(page, 'connection')
      await paths(page).first().click()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    })
