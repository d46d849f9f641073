import type { Page } from '@playwright/test'
import {
  cards,
  enterAsGuest,
  expectOrder,
  expectPlan,
  goOn,
  payAtBank,
  payButton,
  payByCard,
  payByPlan,
  reserveBasket,
  said as saidInStep,
  typeAccount,
  typeCard,
} from './buyer.ts'
import { isCheckoutPage, isSeatsPage } from './plain-page.ts'
import {
  add,
  expectHeld,
  expectSeatingPlan,
  find,
  friday,
  inWords,
  labels,
  listRow,
  open,
  rows,
  said,
  seats,
  unfoldBest,
} from './seat-buyer.ts'
import { expect, passShopTime, step, test, type Arrangement } from './test.ts'

/** Moves the focus forward by the keyboard to a control, as a buyer without a mouse does. */
async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const { activeElement } = document
      return `${activeElement?.getAttribute('aria-label') ?? ''} ${activeElement?.textContent}`
    })
    if (name.test(label)) return
  }
  throw new Error(`no control named ${name} was reached`)
}

test('sells two seats together by the keyboard alone, and keeps them through a reload [CONT-03, CONT-04, SEAT-14, SEAT-38, ROLE-15]', async ({
  page,
}) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Tempest')
  await tabTo(page, /Find seats/)
  await page.keyboard.press('Enter')
  await expectHeld(page, 2)
  const [first = '', second = ''] = await labels(page).allTextContents()
  const [, place, number] = /^(.*)-(\d+)$/.exec(first) ?? []
  expect([`${place}-${Number(number) + 1}`, `${place}-${Number(number) - 1}`]).toContain(second)
  await expect(seats(page).getByRole('status')).toContainText(
    /^2 seats chosen: [\w ]+, row \w+, seats \d+ and \d+\. Total £/,
  )

  await page.reload()
  await expect(labels(page)).toHaveText([first, second])

  await tabTo(page, /Add To Basket!/)
  await page.keyboard.press('Enter')
  await expect(step(page, 'basket')).toBeVisible()
  await expect(page).toHaveURL('/checkout/')
  for (const seat of [first, second]) await expect(page.getByRole('main')).toContainText(inOrder(seat))
  await expect(page.getByRole('main').getByText('Quantity: 2')).toBeVisible()

  // Back from the basket, the seats are neither chosen nor added again.
  await page.goBack()
  await expectSeatingPlan(page)
  await expect(add(page)).toBeHidden()
  await page.goto('/checkout/')
  await expect(page.getByRole('main').getByText('Quantity: 2')).toBeVisible()
})

/** How a basket or an order names a seat among those of its row. */
function inOrder(label: string) {
  const [section, row, number] = label.split('-')
  return new RegExp(`${section}, row ${row}, seats? (\\d+, )*(\\d+ and )?${number}(?!\\d)`)
}

test('sells a seat chosen on the map, keeps it when the card is declined, and names it in the wallet [SEAT-01, SEAT-03, SEAT-10, SEAT-38]', async ({
  page,
  codeFor,
}) => {
  await open(page)
  const map = page.getByRole('application', { name: 'Seating plan' })
  // The third seat of the first row leaves no single seat.
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await map.press(key)
  await page.getByRole('button', { name: /^Concession/ }).click()
  await expectHeld(page, 1)
  const name = (await labels(page).textContent()) ?? ''
  await add(page).click()
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await payByCard(page, cards.declined)
  await expect(saidInStep(page, 'Your card was declined.')).toBeVisible()
  const isFree = async () => {
    const reply = await page.request.get('/ajax/organiser/event_dates/get_free_seats/the-tempest-friday/')
    const { seats } = (await reply.json()) as { seats: { label: string }[] }
    return seats.some(({ label }) => label === name)
  }
  expect(await isFree()).toBe(false)
  await payByCard(page)
  await expectOrder(page)
  await expect(page.getByRole('main')).toContainText(inOrder(name))
  await passShopTime(page, 3 * 60 * 60)
  expect(await isFree()).toBe(false)
  await page.getByRole('link', { name: 'Go to the ticket wallet' }).click()
  await expect(saidInStep(page, inWords(name)).first()).toBeVisible()
})

test('gives a seat to one of two people, and tells the other', async ({ page, browser }) => {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  const rival = await context.newPage()
  await open(page)
  await open(rival, new URL(friday, page.url()).href)
  const mine = (await listRow(page, 'Stalls', 'F')).first()
  const theirs = (await listRow(rival, 'Stalls', 'F')).first()
  const name = await mine.locator('span').first().textContent()
  await mine.click()
  await expectHeld(page, 1)
  await theirs.click()
  await expect(said(rival, /Sorry, Stalls, row F, seat \d+ has just been taken/)).toBeVisible()
  await expect(rows(rival)).toHaveCount(0)
  await expect(add(rival)).toBeHidden()
  await expect(rival.getByRole('button', { name: name ?? '' })).toBeHidden()
  await add(page).click()
  await expect(step(page, 'basket')).toBeVisible()
  await context.close()
})

test('tells the end of the session, and holds the same seats again', async ({ page }) => {
  await open(page)
  await find(page).click()
  await expectHeld(page, 2)
  const names = await labels(page).allTextContents()
  await passShopTime(page, 15 * 60 + 5)
  await expect(said(page, /Nothing has been added to your basket/)).toBeVisible()
  await expect(add(page)).toBeHidden()
  await page.getByRole('button', { name: 'Hold the same seats again' }).click()
  await expect(said(page, /Your time had run out/)).toBeVisible()
  await expect(labels(page)).toHaveText(names)
  await add(page).click()
  await expect(step(page, 'basket')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(inOrder(names[0] ?? ''))
})

test('sells seats that the basket names but no longer keeps, if the buyer chooses them again', async ({
  page,
}) => {
  await open(page)
  const name = 'Stalls-G-4'
  const choose = async () => {
    await listRow(page, 'Stalls', 'G')
    // The plan learns up to a second later than the list that the shop has let a seat go.
    await page.waitForResponse(/\/events\/the-tempest-friday\/changes$/)
    await page.getByRole('button', { name: new RegExp(`^${inWords(name)}, `) }).click()
    await expectHeld(page, 1)
    await expect(rows(page)).toContainText([name])
    await expect(add(page)).toBeVisible()
  }
  await choose()
  await add(page).click()
  await expect(step(page, 'basket')).toBeVisible()
  await passShopTime(page, 15 * 60 + 5)

  // Only chosen, they are not in the basket; nobody else has them.
  await open(page)
  await choose()
  await page.reload()
  await expect(rows(page)).toContainText([name])
  await expect(add(page)).toBeVisible()
  await page.goto('/checkout/')
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
  await expect(saidInStep(page, `Sorry, ${inWords(name)} is no longer free`)).toBeVisible()

  await open(page)
  await expect(rows(page)).toContainText([name])
  await add(page).click()
  await expect(step(page, 'basket')).toBeVisible()
  await expect(page.getByRole('main').getByText('Quantity: 1')).toBeVisible()
  await reserveBasket(page)
})

test('says so if the script of the seating plan is blocked or the date is unknown [SEAT-01, SEAT-35, CONT-05, CONT-06]', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED/)
  expectComplaint(/404/)
  await page.route('**/chart.js', (route) => route.abort())
  await page.goto(friday)
  await expect(page.getByRole('main').getByText(/The seating plan could not be loaded/)).toBeVisible()
  await page.unroute('**/chart.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('application', { name: 'Seating plan' })).toBeVisible()

  await page.goto('/events/book_seats/no-such-date-9/')
  await expect(page.getByText('There is no such date').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.goto('/checkout/')
  await expect(step(page, 'basket')).toBeVisible()
})

test('waits for its script in the words of the screen at the address [CONT-04, CONT-06, CONT-09]', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.route(isCheckoutPage, (route) => route.fulfill({ path: 'dist/index.html' }))
  await page.route(isSeatsPage, (route) => route.fulfill({ path: 'dist/seats.html' }))
  const stages = page.getByText('Tickets', { exact: true })
  for (const [address, heading, count] of [
    [friday, 'Choose your seats', 0],
    ['/checkout/', 'Determining checkout progress', 1],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveTitle(heading)
    await expect(page.getByRole('heading')).toHaveText([heading])
    await expect(stages).toHaveCount(count)
  }
  await context.close()
})

const ways: [how: string, shape: Arrangement['shape'], pay: (page: Page) => Promise<void>][] = [
  [
    'on a payment plan',
    'plan',
    async (page) => {
      await payByPlan(page)
      await expectPlan(page)
    },
  ],
  [
    'in express checkout',
    'express',
    async (page) => {
      await typeAccount(page)
      await page.getByLabel('Postcode or zip code').fill('M2 1HL')
      await typeCard(page)
      await payButton(page).click()
      await expectOrder(page)
    },
  ],
  ['free of charge', 'free', expectOrder],
  [
    'for a bank transfer',
    'bank',
    async (page) => {
      await payAtBank(page, 'Pay')
      await goOn(page)
      await expectOrder(page)
    },
  ],
]
for (const [how, shape, pay] of ways)
  test(`sells numbered seats ${how}, and names them in the order [SEAT-38]`, async ({ page, arrange }) => {
    await arrange({ shape, state: 'payment', isSeated: true })
    const reply = await page.request.get('/ajax/checkout/checkout/get/')
    const { tickets } = (await reply.json()) as { tickets: { seats: string[] }[] }
    const [line] = tickets
    expect(line?.seats[0]).toMatch(/^[A-Z]\w+-[A-Z]+-\d+$/)
    await pay(page)
    for (const seat of line?.seats ?? []) await expect(page.getByRole('main')).toContainText(inOrder(seat))
  })

test('shows the whole seating plan on a phone, with when it is below the title and two prices in a row; finding the best seats unfolds above it [SEAT-01]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  const plan = page.getByRole('application', { name: 'Seating plan' })
  await expect(plan).toBeInViewport({ ratio: 1 })
  const title = (await page.getByRole('heading', { name: 'The Tempest', level: 1 }).boundingBox())!
  const when = (await page
    .getByText(/^Fri .*7:30pm$/)
    .first()
    .boundingBox())!
  expect(when.y).toBeGreaterThanOrEqual(title.y + title.height)
  const prices = page.getByRole('group', { name: 'Prices' })
  const tops = await prices
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  expect(tops).toHaveLength(4)
  expect(new Set(tops).size).toBe(2)
  await expect(prices).toContainText('Prices include fees')
  await expect(find(page)).toBeHidden()
  const best = page.locator('summary', { hasText: 'Find the best seats' })
  expect((await best.boundingBox())!.y).toBeLessThan((await plan.boundingBox())!.y)
  await tabTo(page, /^ ?Find the best seats/)
  await page.keyboard.press('Enter')
  await tabTo(page, /Find seats/)
  await expect(find(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(seats(page).getByRole('button', { name: 'Show 2 seats' })).toBeVisible()
  // The plan has zoomed to them, and the sheet leaves the end of the page free.
  await expect(page.getByRole('button', { name: 'Show the whole hall' })).toBeEnabled()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const footer = page.getByRole('contentinfo')
  const [sheet, foot] = [(await seats(page).boundingBox())!, (await footer.boundingBox())!]
  expect(foot.y + foot.height).toBeLessThanOrEqual(sheet.y)
})

test('leads past the seating plan to the list of seats by keyboard', async ({ page }) => {
  await open(page)
  await tabTo(page, /Skip the seating plan/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('summary', { hasText: 'Choose from a list' })).toBeFocused()
})

test('opens at the top on a phone, and leaves the focus where it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  expect(await page.evaluate(() => [window.scrollY, document.activeElement?.localName])).toEqual([0, 'body'])
})

test('stays where it is on a phone when the last seat is removed, and keeps the focus in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await (await listRow(page, 'Stalls', 'F')).first().click()
  await seats(page).getByRole('button', { name: 'Show 1 seat' }).click()
  await expectHeld(page, 1)
  const place = () =>
    page.getByLabel('Section').evaluate((select) => Math.round(select.getBoundingClientRect().top))
  const before = await place()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  await rows(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expectHeld(page, 0)
  expect(await place()).toBe(before)
  await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 })
  expect((await page.locator(':focus').boundingBox())!.height).toBeGreaterThan(20)
})

for (const [height, place] of [
  [844, /^Anywhere/],
  [700, /^Band C/],
] as const)
  test(`shows on a phone of ${height} pixels where the found seats are, and names them in the sheet`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height })
    await open(page)
    await expect(seats(page)).not.toBeInViewport({ ratio: 0.01 })
    await unfoldBest(page)
    const where = page.getByLabel('Where?')
    await where.selectOption(await where.getByRole('option', { name: place }).textContent())
    await find(page).click()
    const named = seats(page).getByText(/^[\w ]+, row \w+, seats \d+ and \d+( \(.*\))?$/)
    await expect(named).toBeInViewport({ ratio: 1 })
    const [, section, row, number] =
      /^(.*), row (\w+), seats (\d+)/.exec((await named.textContent()) ?? '') ?? []
    const first = [section, row, number].join('-')
    const { y } = await page.evaluate<{ y: number }>(`seatsio.charts[0].positionOf('${first}')`)
    const sheet = await seats(page).boundingBox()
    const header = await page.getByRole('banner').boundingBox()
    expect(y).toBeGreaterThan(header!.y + header!.height)
    expect(y).toBeLessThan(sheet!.y)
  })

test('keeps the height of the header of a phone when the countdown comes with the first seat', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  const height = async () => (await page.getByRole('banner').boundingBox())!.height
  const before = await height()
  await unfoldBest(page)
  await find(page).click()
  await expect(page.getByRole('timer')).toBeVisible()
  expect(await height()).toBe(before)
})

test('changes a seat of the basket: one is given back, another chosen, and the price is that of both', async ({
  page,
}) => {
  await open(page)
  const row = await listRow(page, 'Stalls', 'F')
  await row.first().click()
  await expectHeld(page, 1)
  await row.nth(1).click()
  await expectHeld(page, 2)
  const [kept = '', wrong = ''] = await labels(page).allTextContents()
  await add(page).click()
  await expect(step(page, 'basket')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText(inOrder(kept))

  await page.getByRole('link', { name: 'Change seats: The Tempest' }).click()
  await expectSeatingPlan(page)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page)).toContainText(['In your basket', 'In your basket'])
  await expect(add(page)).toBeHidden()
  await page.getByRole('button', { name: `Remove ${inWords(wrong)} from your basket` }).click()
  await expectHeld(page, 1)
  await expect(labels(page)).toHaveText([kept])
  await expect(page.getByRole('link', { name: 'Back to your basket' })).toBeVisible()

  const others = await listRow(page, 'Circle', 'A')
  await others.first().click()
  await expectHeld(page, 2)
  const chosen = (await labels(page).allTextContents()).find((label) => label !== kept) ?? ''
  await add(page).click()
  await expect(step(page, 'basket')).toBeVisible()
  for (const seat of [kept, chosen]) await expect(main).toContainText(inOrder(seat))
  await expect(main).not.toContainText(inOrder(wrong))
  const { basket_total, tickets } = (await (
    await page.request.get('/ajax/checkout/checkout/get/')
  ).json()) as {
    basket_total: string
    tickets: { qty: number; price: string; booking_fee: string; seats: string[] }[]
  }
  expect(tickets.flatMap(({ seats }) => seats).sort()).toEqual([kept, chosen].sort())
  const sum = tickets.reduce(
    (total, { qty, price, booking_fee }) => total + qty * (Number(price) + Number(booking_fee)),
    0,
  )
  expect(Number(basket_total)).toBe(sum)
  await expect(main).toContainText(`£${basket_total}`)
})

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [844, 390],
] as const)
  test(`shows what can be added once seats are found, at ${width} by ${height} pixels, and leaves the focus`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await open(page)
    if (width < 1024) await unfoldBest(page)
    await find(page).focus()
    await page.keyboard.press('Enter')
    await expect(add(page)).toBeInViewport({ ratio: 1 })
    await expect(find(page)).toBeFocused()
  })

test('keeps the chosen seats of a phone in a low bar, which opens to the list by a press', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await unfoldBest(page)
  await find(page).click()
  await expect(add(page)).toBeVisible()
  const { height } = (await seats(page).boundingBox())!
  expect(height).toBeLessThan(150)
  await expect(seats(page)).toContainText(/£\d+/)
  await expect(rows(page).first()).toBeHidden()
  await seats(page).getByRole('button', { name: 'Show 2 seats' }).click()
  await expect(rows(page).first()).toBeVisible()
  await seats(page).getByRole('button', { name: 'Hide 2 seats' }).click()
  await expect(rows(page).first()).toBeHidden()
})

for (const width of [390, 360, 320])
  test(`the chosen seats of a phone of ${width} pixels cover nothing that has the focus, and stay whole`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await arrange({ shape: 'seats', state: 'basket' })
    await page.getByRole('link', { name: /^Change seats/ }).click()
    await expectSeatingPlan(page)
    await unfoldBest(page)
    await find(page).click()
    await expect(add(page)).toBeVisible()
    await expect(seats(page)).toContainText(/, and 2 in your basket/)
    await expect(add(page)).toBeInViewport({ ratio: 1 })
    const hidden = await seats(page).evaluate((sheet) => {
      const outside = [...document.querySelectorAll<HTMLElement>('a[href], button, select, summary')]
      return outside
        .filter((one) => one.checkVisibility() && !sheet.contains(one))
        .filter((one) => {
          one.focus()
          return one.getBoundingClientRect().bottom > sheet.getBoundingClientRect().top
        })
        .map(({ textContent }) => textContent)
    })
    expect(hidden).toEqual([])
    const wider = await seats(page).evaluate((sheet) =>
      [...sheet.querySelectorAll('p, small, strong, button')]
        .filter(
          (one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1,
        )
        .map(({ textContent }) => textContent),
    )
    expect(wider).toEqual([])
  })

for (const [width, height, row] of [
  [390, 844, 'K'],
  [360, 640, 'L'],
] as const)
  test.describe(`on a touch screen of ${width} by ${height} pixels`, () => {
    test.use({ hasTouch: true, viewport: { width, height } })

    test('what the seating plan asks about a seat stands clear of the bar of chosen seats', async ({
      page,
    }) => {
      await open(page)
      await tapSeat(page, `Stalls-${row}-14`)
      await answer(page).click()
      await expect(seats(page)).toContainText(`Stalls, row ${row}, seat 14`)
      await tapSeat(page, `Stalls-${row}-15`)
      await expectClear(page)
      await answer(page).click()
      await expect(seats(page)).toContainText(`Stalls, row ${row}, seats 14 and 15`)
      // It leaves a single seat, for which the bar grows by the reason.
      await tapSeat(page, `Stalls-${row}-17`)
      await answer(page).click()
      await expect(seats(page)).toContainText(/Your choice/)
      const [button, total] = [
        await add(page).boundingBox(),
        await seats(page).locator('strong:visible').boundingBox(),
      ]
      expect(button!.y).toBeLessThan(total!.y + total!.height)
      await tapSeat(page, `Stalls-${row}-16`)
      await expectClear(page)
    })

    test('a tap on a seat does not press what the seating plan asks about it', async ({ page }) => {
      await open(page)
      await tapSeat(page, 'Stalls-M-14')
      await expect(answer(page)).toContainText('Adult, Band B')
      await expect(seats(page)).toContainText('Choose seats')
    })

    test('what it asks stands clear of the bar also if all seats of the bar are in the basket', async ({
      page,
      arrange,
    }) => {
      await arrange({ shape: 'seats', state: 'basket' })
      await page.getByRole('link', { name: /^Change seats/ }).click()
      await expectSeatingPlan(page)
      await expect(seats(page)).toContainText('In your basket')
      if (height > 800) await page.evaluate(() => scrollTo(0, 0))
      const free = await page.evaluate<string>(freeSeat)
      await tapSeat(page, free)
      await expectClear(page)
    })
  })

test.describe('on a touch screen, the seating plan', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test.beforeEach(async ({ page, arrange }) => {
    await arrange({ shape: 'seats', state: 'basket' })
    await page.getByRole('link', { name: /^Change seats/ }).click()
    await expectSeatingPlan(page)
    await expect(seats(page)).toContainText('In your basket')
  })

  test('says of a seat of the basket that it is there', async ({ page }) => {
    await seats(page).getByRole('button', { name: 'Show 2 seats' }).click()
    const label = (await rows(page).getByText(/-\d+$/).first().textContent()) ?? ''
    await seats(page).getByRole('button', { name: 'Hide 2 seats' }).click()
    await tapSeat(page, label)
    await expect(page.getByRole('dialog')).toContainText('In your basket. You can remove it')
  })

  test('asks of a seat with a single ticket type only whether it is meant', async ({ page }) => {
    await tapSeat(page, await page.evaluate<string>(freeSeat))
    await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['Select', ''])
  })
})

test('covers less than half of a phone with the chosen seats at text of twice the size', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await unfoldBest(page)
  await find(page).click()
  await expect(add(page)).toBeVisible()
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expect(add(page)).toBeInViewport({ ratio: 1 })
  expect((await seats(page).boundingBox())!.height).toBeLessThan(844 / 2)
})

test('tells the ticket type of a chosen seat in whole words on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await (await listRow(page, 'Stalls', 'N')).first().click()
  await seats(page).getByRole('button', { name: 'Show 1 seat' }).click()
  const type = rows(page).getByRole('combobox')
  const isWhole = (select: HTMLSelectElement) => {
    const { width } = select.getBoundingClientRect()
    select.style.maxWidth = 'none'
    return select.getBoundingClientRect().width <= width
  }
  expect(await type.evaluate(isWhole)).toBe(true)
})

/** The first seat that the seating plan offers. */
const freeSeat = `fetch('/ajax/organiser/event_dates/get_free_seats/winter-arena-saturday/')
  .then((reply) => reply.json()).then(({ seats }) => seats[0].label)`

/** Taps a seat on the seating plan, which a first tap brings near if seats are too small for a finger. */
async function tapSeat(page: Page, label: string) {
  const plan = page.getByRole('application', { name: 'Seating plan' })
  for (let taps = 0; taps < 3; taps += 1) {
    const { x, y } = await page.evaluate<{ x: number; y: number }>(`seatsio.charts[0].positionOf('${label}')`)
    await page.touchscreen.tap(x, y)
    if (await page.getByRole('dialog').isVisible()) return
    await expect(plan).toBeVisible()
  }
  throw new Error(`${label} was not reached`)
}

/** The first answer to what the seating plan asks. */
const answer = (page: Page) => page.getByRole('dialog').getByRole('button').first()

async function expectClear(page: Page) {
  await expect(async () => {
    const [button, bar] = [(await answer(page).boundingBox())!, (await seats(page).boundingBox())!]
    expect(button.y + button.height).toBeLessThanOrEqual(bar.y)
  }).toPass({ timeout: 3_000 })
}
