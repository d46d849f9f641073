import { AxeBuilder } from '@axe-core/playwright'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { drawingsOf } from '#machines/drawing/drawings.ts'
import { pageFiles } from '#machines/drawing/page.ts'
import { searchEntries } from '#machines/drawing/search-entries.ts'
import { tryOutScript } from '#machines/drawing/try-out/try-out-script.ts'
import { findPaths, machines } from '#machines/paths/index.ts'

/** The page as files, opened without a server. */
const test = base.extend<object, { files: Map<string, string> }>({
  files: [
    async ({}, use) => {
      const all = [...machines.values()]
      const pictured = new Set(['checkout.basket', 'checkout.holding.payment'])
      await use(pageFiles(await drawingsOf(all, pictured), searchEntries(all), await tryOutScript()))
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

let address = ''
test.beforeEach(async ({ page, files }, testInfo) => {
  const folder = testInfo.outputPath('site')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'pictures'), { recursive: true })
  for (const id of ['basket', 'holding.payment'])
    copyFileSync('docs/screens/checkout.basket.webp', join(folder, 'pictures', `checkout.${id}.webp`))
  address = `file://${folder}/index.html`
  await page.goto(address)
})

const box = (page: Page, id: string) => page.locator(`[id="${id}"]`)
const chart = (page: Page, id: string) => page.locator(`[data-chart="${id}"]`)
const label = (page: Page, id: string) => box(page, id).locator('> a:not(.picture)')
const summary = (page: Page, id: string) => chart(page, id).locator('> summary')

test('shows the checkout first, with its other charts closed', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'The statecharts' })).toBeVisible()
  await expect(box(page, 'checkout.determining')).toBeInViewport()
  await expect(chart(page, 'payment')).not.toHaveAttribute('open')
  await expect(page.locator('#checkout\\.basket')).toContainText(
    'The buyer goes on from the basket, if it is not',
  )
})

test('opens the chart of a box in place, by mouse and by keyboard, and closes it again', async ({ page }) => {
  const title = label(page, 'checkout.holding.payment')
  await title.click()
  await expect(chart(page, 'checkout.holding.payment')).toHaveAttribute('open')
  await expect(summary(page, 'checkout.holding.payment')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chart(page, 'checkout.holding.payment')).not.toHaveAttribute('open')
  await title.focus()
  await page.keyboard.press('Enter')
  await expect(chart(page, 'checkout.holding.payment')).toHaveAttribute('open')
})

/** Boxes with ⊞: a leaf, one with boxes inside, one that opens several charts, and one whose chart stands elsewhere. */
for (const [id, opened] of [
  ['checkout.holding.payment', ['checkout.holding.payment']],
  ['checkout.reserving', ['reservation']],
  ['checkout.holding', ['countdown', 'holdExtension', 'saleRelease']],
  ['checkout', ['stateReporting', 'checkoutRefresh']],
  ['checkout.basket', ['basket']],
] as const)
  test(`opens what is inside ${id} right below its title, which stays where it is on the screen`, async ({
    page,
  }) => {
    const title = label(page, id)
    await title.scrollIntoViewIfNeeded()
    const before = (await title.boundingBox())!
    // Beside the letters, below the title
    await title.click({ position: { x: before.width - 4, y: before.height - 4 } })
    for (const one of opened) await expect(chart(page, one)).toHaveAttribute('open')
    expect((await title.boundingBox())!.y).toBeCloseTo(before.y, 0)
    const { top, bottom } = await page.evaluate((state) => {
      const head = Number(document.querySelector<SVGElement>(`[id="${state}"]`)!.dataset.head)
      const corner = document.querySelector(`[id="${state}"]`)!.getBoundingClientRect().top
      return { top: corner + head, bottom: corner + head + 40 }
    }, id)
    const inside = (await chart(page, opened[0]).boundingBox())!
    expect(inside.y).toBeGreaterThanOrEqual(top)
    if (id !== 'checkout') expect(inside.y).toBeLessThan(bottom)
  })

test('makes room for what is opened: no box of the drawing is covered, and none is after it is closed', async ({
  page,
}) => {
  const places = () =>
    page
      .locator('[data-chart="checkout"] > .drawing > svg .state')
      .evaluateAll((all) => all.map((one) => one.getAttribute('transform')))
  const before = await places()
  await label(page, 'checkout.basket').click()
  const opened = (await chart(page, 'basket').boundingBox())!
  const next = (await box(page, 'checkout.reserving').boundingBox())!
  expect(next.y).toBeGreaterThan(opened.y + opened.height)
  await label(page, 'checkout.basket').click()
  expect(await places()).toEqual(before)
})

test('opens every box with ⊞, also where several boxes open the same chart', async ({ page }) => {
  await page.getByRole('button', { name: 'Open all' }).click()
  const shut = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll<SVGElement>('.state[data-opens]')]
    return boxes
      .filter(
        (one) => one.closest('.drawing')!.parentElement!.getAttribute('data-chart') !== one.dataset.state,
      )
      .filter((one) => {
        const [first = ''] = one.dataset.opens!.split(' ')
        const inside = () => document.querySelector<HTMLDetailsElement>(`[data-chart="${first}"]`)!
        const press = () =>
          one.querySelector('a')!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
        if (inside().open && inside().parentElement === one.closest('.chart')) press()
        press()
        const around = one.closest('.chart')
        return !(inside().open && inside().classList.contains('placed') && inside().parentElement === around)
      })
      .map((one) => one.dataset.state)
  })
  expect(shut).toEqual([])
})

test('shows the picture of a screen large, and goes back to it', async ({ page }) => {
  const picture = box(page, 'checkout.basket').getByRole('link', { name: 'Picture of the screen: Basket' })
  await picture.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Picture of the screen: Basket' })
  await expect(dialog.getByRole('img')).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
  expect(violations).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(picture).toBeFocused()
})

test('promises on the box what is proved, and says beside the steps what runs there', async ({ page }) => {
  const said = (await box(page, 'checkout.holding.payment').locator('.promise').allTextContents()).join(' ')
  expect(said).toContain('✓ So that nobody is charged twice, no second payment is begun')
  await page.getByRole('complementary').getByRole('link', { name: 'Lost session' }).click()
  await expect(page.locator('[data-state="connection.unrecognised"].found')).toBeInViewport()
})

test('remembers what is open', async ({ page }) => {
  await page.getByRole('button', { name: 'Open all' }).click()
  await summary(page, 'connection').click()
  await page.reload()
  await expect(chart(page, 'payment')).toHaveAttribute('open')
  await expect(chart(page, 'connection')).not.toHaveAttribute('open')
})

test('lights the target of a row, and the way from the start to a box', async ({ page }) => {
  await page.locator('#checkout\\.basket .row', { hasText: 'paid yet →' }).hover()
  await expect(box(page, 'checkout.reserving.reserve')).toHaveClass(/\bon\b/)
  await expect(box(page, 'checkout.paid')).not.toHaveClass(/\bon\b/)
  await box(page, 'checkout.reserving.captcha').locator('.title').hover()
  for (const id of ['determining', 'reserving.reserve', 'reserving.captcha'])
    await expect(box(page, `checkout.${id}`)).toHaveClass(/\bon\b/)
  await expect(box(page, 'checkout.paid.waiver')).not.toHaveClass(/\bon\b/)
})

test('lights the way by keyboard, too', async ({ page }) => {
  await label(page, 'checkout.holding.donation').focus()
  await expect(box(page, 'checkout.reserving')).toHaveClass(/\bon\b/)
})

const lit = (page: Page, id: string) => page.locator(`[data-chart="${id}"] > .drawing .state.on`)

test('lights the way of the usual purchase to a box on it', async ({ page }) => {
  await box(page, 'checkout.paid.order_completed').locator('.title').hover()
  await expect(lit(page, 'checkout').locator('> a > .name')).toHaveText([
    'checkout ⊞',
    'determining ⊞',
    'basket ⊞',
    'reserving ⊞',
    'reserve',
    'holding ⊞',
    'login ⊞',
    'payment ⊞',
    'paid',
    'deliver_tickets ⊞',
    'order_completed ⊞',
  ])
})

for (const [beside, id, way] of [
  ['an optional step', 'ticket_questions_before', ['basket', 'reserving.reserve', 'holding.login']],
  ['the bank', 'awaiting_truelayer', ['basket', 'reserving.reserve', 'holding.login', 'holding.payment']],
] as const)
  test(`lights the usual purchase up to the step before ${beside}`, async ({ page }) => {
    await box(page, `checkout.holding.${id}`).locator('.title').hover()
    await expect(box(page, `checkout.holding.${id}`)).toHaveClass(/\bon\b/)
    for (const one of way) await expect(box(page, `checkout.${one}`)).toHaveClass(/\bon\b/)
    for (const other of ['reserving.captcha', 'holding.donation', 'holding.marketing_preferences', 'paid'])
      await expect(box(page, `checkout.${other}`)).not.toHaveClass(/\bon\b/)
  })

test('lights a way that does not go back where another one leads on', async ({ page }) => {
  await box(page, 'checkout.holding.gift_aid').locator('.title').hover()
  await expect(box(page, 'checkout.holding.donation')).toHaveClass(/\bon\b/)
  await expect(box(page, 'checkout.holding.login')).not.toHaveClass(/\bon\b/)
})

test('lights the usual way inside a chart that is opened in place', async ({ page }) => {
  await page.goto(`${address}#paymentAttempt.paid`)
  await page.reload()
  await box(page, 'paymentAttempt.paid').locator('.title').hover()
  for (const one of ['confirming', 'preparing', 'sending'])
    await expect(box(page, `paymentAttempt.${one}`)).toHaveClass(/\bon\b/)
})

test('says what each state is for without being pointed at, also in a chart opened in place', async ({
  page,
}) => {
  await page.goto(`${address}#payment.settled.preparation_failed`)
  await page.reload()
  const said = box(page, 'payment.settled.preparation_failed').locator('.about')
  await expect(said.first()).toBeInViewport()
  expect((await said.allTextContents()).join(' ')).toBe(
    'The card form could not be loaded or drawn; the buyer can try again, or pay without the form.',
  )
})

test.describe('finds first', () => {
  for (const [asked, id] of [
    ['hold expires', 'checkout.holding'],
    ['expired hold', 'checkout.holding'],
    ['hold ends', 'checkout.holding'],
    ['time runs out', 'checkout.holding'],
    ['what happens if the bank declines', 'checkout.holding.awaiting_truelayer'],
    ['sold out', 'checkout.reserving'],
    ['tickets reserving', 'checkout.reserving'],
    ['countdown', 'checkout.holding'],
    ['paying', 'checkout.holding.payment'],
    ['delivering tickets', 'checkout.paid.deliver_tickets'],
    ['donate', 'checkout.holding.donation'],
    ['cart', 'checkout.basket'],
    ['claim_failed', 'payment.settled.claim_failed'],
  ] as const)
    test(`${id} for "${asked}"`, async ({ page }) => {
      await page.getByRole('searchbox').fill(asked)
      await expect(page.locator('#results li').first().locator('code')).toHaveText(id)
    })
})

test.describe('finds first', () => {
  const hit = (page: Page, index: number) => page.locator('#results li').nth(index)

  test('the state that a requirement is about, then the steps in whose range it is', async ({ page }) => {
    await page.getByRole('searchbox').fill('PAYM-30')
    await expect(hit(page, 0)).toContainText('payment.open.claiming')
    await expect(hit(page, 0)).toContainText('shows PAYM-30')
    await expect(hit(page, 1)).toContainText('in the range PAYM-01..63')
    await expect(page.locator('#found')).toHaveText('2 found')
  })

  test('the captcha for a robot, with the words that were found marked', async ({ page }) => {
    await page.getByRole('searchbox').fill('robot')
    await expect(hit(page, 0).locator('code')).toHaveText('checkout.reserving.captcha')
    await expect(hit(page, 0).locator('a mark')).toHaveText('Captcha')
    await page.getByRole('searchbox').fill('charged twice')
    await expect(hit(page, 0).locator('code')).toHaveText('checkout.holding.payment')
    await expect(hit(page, 0).locator('p mark')).toHaveText(['charged', 'twice'])
  })
})

test('a box that was found stays clear, whatever is pointed at', async ({ page }) => {
  await page.goto(`${address}#checkout.paid.waiver`)
  await page.reload()
  await page.locator('#checkout\\.basket .row').first().hover()
  await expect(page.locator('[data-chart="checkout"] > .drawing > svg')).toHaveClass(/lit/)
  await expect(box(page, 'checkout.paid.waiver').locator('.box')).toHaveCSS('opacity', '1')
  await expect(box(page, 'checkout.paid.after_sale_messages').locator('.box')).toHaveCSS('opacity', '0.4')
})

test.describe('finds', () => {
  for (const [asked, title, id] of [
    ['claim_failed', 'The free tickets could not be claimed', 'payment.settled.claim_failed'],
    ['captcha', 'Captcha', 'checkout.reserving.captcha'],
    [
      'Unable to set the marketing preferences',
      'Saving the choices',
      'checkout.holding.marketing_preferences.saving',
    ],
    ['GIFT-03', 'Gift Aid', 'checkout.holding.gift_aid'],
    ['machines/countdown.ts', 'The countdown runs', 'countdown.running'],
  ] as const)
    test(`${asked}, and goes to it`, async ({ page }) => {
      await page.getByRole('searchbox').fill(asked)
      const link = page.locator(`#results a[href="#${id}"]`)
      await expect(link).toHaveText(title)
      await link.click()
      await expect(page).toHaveURL(`${address}#${id}`)
      await expect(page.locator(`[data-state="${id}"].found`)).toBeInViewport()
    })
})

test('marks the row that says what was looked for, and no other', async ({ page }) => {
  for (const [asked, says] of [
    ['the code is wrong', /wrong/i],
    ['Unable to set the marketing preferences', 'Unable to set'],
  ] as const) {
    await page.getByRole('searchbox').fill(asked)
    const link = page.locator('#results a').first()
    const id = (await link.getAttribute('href'))!.slice(1)
    await link.click()
    await expect(box(page, id).locator('> .row.sought')).toHaveCount(1)
    await expect(box(page, id).locator('> .row.sought')).toContainText(says)
  }
})

test.describe('marks the title of a box, and no row of it, if what was looked for is', () => {
  for (const [what, asked, id] of [
    ['a requirement', 'PAYM-35', ''],
    ['its title', 'The free tickets could not be claimed', 'payment.settled.claim_failed'],
    ['its id', 'payment.settled.claim_failed', 'payment.settled.claim_failed'],
    ['its file', 'machines/countdown.ts', 'countdown.running'],
  ] as const)
    test(what, async ({ page }) => {
      await page.getByRole('searchbox').fill(asked)
      const link = page.locator(id ? `#results a[href="#${id}"]` : '#results a').first()
      const found = (await link.getAttribute('href'))!.slice(1)
      await link.click()
      await expect(box(page, found).locator('> a.sought')).toHaveCount(1)
      await expect(box(page, found).locator('> .row.sought')).toHaveCount(0)
    })
})

test('has a link to every state', async ({ page }) => {
  await page.goto(`${address}#payment.settled.choosing`)
  await page.reload()
  await expect(box(page, 'payment.settled.choosing')).toBeInViewport()
  await expect(chart(page, 'payment')).toHaveAttribute('open')
})

test('fits a phone: only the drawings scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Open all' }).click()
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('body *:not(svg, svg *)')]
        .filter((one) => one.getBoundingClientRect().right > 360)
        .map((one) => one.outerHTML.slice(0, 80)),
    ),
  ).toEqual([])
})

test('on a phone, a box of a chart that is opened in place can be read without scrolling sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${address}#payment.settled.preparation_failed`)
  await page.reload()
  const shown = box(page, 'payment.settled.preparation_failed')
  await expect(shown.locator('.about').first()).toBeInViewport()
  const [around, inside] = await Promise.all([
    chart(page, 'payment').locator('> .drawing').boundingBox(),
    shown.locator('.box').boundingBox(),
  ])
  expect(inside!.width).toBeLessThan(around!.width)
})

test('prints one chart a page, on A3, with all charts open', async ({ page }) => {
  const charts = await page.locator('.chart').count()
  const file = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  const sheets = [...file.matchAll(/\/Type \/Page\n[\s\S]*?\/MediaBox \[0 0 (\S+) (\S+)\]/g)]
  expect(sheets).toHaveLength(charts)
  const sides = sheets.map((sheet) => [Number(sheet[1]), Number(sheet[2])].sort((one, other) => one - other))
  for (const [short, long] of sides) {
    expect(short).toBeCloseTo(842, -1)
    expect(long).toBeCloseTo(1191, -1)
  }
  await expect(chart(page, 'payment')).not.toHaveAttribute('open')
})

test('can be read in print: no letter of a drawing is smaller than 7 points', async ({ page }) => {
  // What is between the margins of A3
  await page.setViewportSize({ width: 1062, height: 1527 })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  const sizes = await page.locator('.chart').evaluateAll((all) =>
    all.map((one) => ({
      chart: one.getAttribute('data-chart'),
      points: Math.min(
        ...[...one.querySelectorAll<SVGTextElement>(':scope > :is(.drawing, .sheet) text')]
          .filter((text) => text.checkVisibility())
          .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM()!.a * 0.75),
      ),
    })),
  )
  expect(sizes.filter(({ points }) => !(points >= 7 && points < 12))).toEqual([])
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
})

test.describe('tried out', () => {
  const now = (page: Page) => page.locator('#trial-now')
  const press = (page: Page, name: string | RegExp) =>
    page.locator('#trial').getByRole('button', { name }).click()

  test('walks through a purchase on the drawings, and into the chart of a step', async ({ page }) => {
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByLabel('Begin with').selectOption('charity')
    await expect(now(page)).toHaveText('Basket')
    await press(page, /Press "Reserve Basket"/)
    await press(page, /Wait until the tickets are reserved/)
    await expect(now(page)).toHaveText('Choosing a donation')
    await expect(now(page)).toBeFocused()
    await expect(box(page, 'checkout.holding')).toHaveClass(/\bnow\b/)
    await expect(chart(page, 'checkout.holding.donation')).toHaveAttribute('open')
    await expect(page.locator('#trial')).toContainText(
      '"Skip donation" → Saving the donation: only if a donation was made',
    )
  })

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const)
    test(`has the next choices before the eyes, and the picture beside or below them, ${width} pixels wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.getByRole('button', { name: 'Begin' }).click()
      const choice = page.locator('#trial').getByRole('button', { name: /Press "Reserve Basket"/ })
      await expect(choice).toBeInViewport({ ratio: 1 })
      const picture = page.locator('#trial a.picture')
      const [shown, pressed] = [(await picture.boundingBox())!, (await choice.boundingBox())!]
      if (width > 1000) expect(shown.x).toBeGreaterThan(pressed.x + pressed.width)
      else expect(shown.y).toBeGreaterThan(pressed.y + pressed.height)
      await choice.click()
      await expect(
        page.locator('#trial').getByRole('button', { name: /Wait until the tickets/ }),
      ).toBeInViewport({
        ratio: 1,
      })
    })

  test('says how long was waited, also for one second', async ({ page }) => {
    await page.goto(`${address}#try=ticketDelivery&step=after+deliveryStart`)
    await page.reload()
    await expect(page.locator('#trial')).toContainText('Waited so far: 1 second.')
  })

  test('goes back to any step, by its button and in the browser', async ({ page }) => {
    await page.goto(`${address}#try=charity&step=done+basket%3A+chosen&step=done+reservation%3A+reserved`)
    await page.reload()
    await expect(now(page)).toHaveText('Choosing a donation')
    await press(page, /^Back to before: Wait until/)
    await expect(now(page)).toHaveText('Asking the shop for the tickets')
    await page.goBack()
    await expect(now(page)).toHaveText('Choosing a donation')
  })

  test('says which step of a link is not possible', async ({ page }) => {
    await page.goto(`${address}#try=seats&step=donation.skip`)
    await page.reload()
    await expect(page.locator('#trial')).toContainText(
      'goes on with “donation.skip”, which is not possible here',
    )
  })

  test('gives the id of the path among the testers’ paths', async ({ page }) => {
    const { paths } = findPaths({ to: 'donation', shape: 'charity' })
    const [path] = paths
    const steps = new URLSearchParams(path!.steps.slice(1).map(({ label }) => ['step', label]))
    await page.goto(`${address}#try=charity&${steps}`)
    await page.reload()
    await expect(page.locator('#trial')).toContainText(path!.id)
  })

  test('opens the log of a session, steps through it, and walks it as a test', async ({ page }) => {
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByText('Open a session log').click()
    const field = page.getByLabel('A log, as an error report or the tab has it')
    await field.fill('nothing')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(/^This is no session log/)
    await expect(field).toHaveValue('nothing')
    await field.fill(readFileSync('machines/drawing/try-out/a-purchase.log.json', 'utf8'))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('button', { name: 'Press "Skip donation"' }).click()
    await expect(box(page, 'checkout.holding.login.identifying')).toHaveClass(/\bnow\b/)
    await page.getByRole('link', { name: 'Walk it on the charts, as a test' }).click()
    await expect(now(page)).toHaveText('Order completed')
  })

  test('fits a phone, and can be read by everybody', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Begin' }).click()
    await press(page, /Press "Reserve Basket"/)
    await expect(now(page)).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const { violations } = await new AxeBuilder({ page }).include('.try-out').analyze()
    expect(violations).toEqual([])
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`can be read by everybody, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.getByRole('button', { name: 'Open all' }).click()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations).toEqual([])
  })
