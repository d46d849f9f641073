import type { Locator, Page } from '@playwright/test'

import { newEmail } from '#e2e/buyer.ts'
import { expect, test } from '#e2e/test.ts'

/** Where the parts of the shop's pages stand on a desktop, and what of them can be pressed. */

test.use({ viewport: { width: 1280, height: 900 } })

test('shop: the prices of cards side by side stand at the same height', async ({ page }) => {
  await page.goto('/all-events/')
  await expect(page.locator('.card').nth(1)).toContainText('Free')
  const tops = await page
    .locator('.card-price strong')
    .evaluateAll((prices) => prices.slice(0, 3).map((price) => Math.round(price.getBoundingClientRect().top)))
  expect(tops).toEqual(Array(3).fill(tops[0]))
})

test('shop: the cards of the list show the parts of their prices on a phone, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/all-events/')
  const card = page.locator('.card', { hasText: 'Late Film Club' })
  await expect(card.getByText('£12.50 + £0.95 fee')).toBeVisible()
})

for (const path of ['/all-events/', '/organisers/canal-cinema/'])
  test(`shop: no later picture of ${path} is a larger paint than what comes with the page`, async ({
    page,
  }) => {
    for (const width of [320, 360, 375, 412, 1280]) {
      await page.setViewportSize({ width, height: 1400 })
      await page.goto(path)
      const later = page.locator('main img[src^="/pictures/"]:not(.logo)')
      const areLoaded = () =>
        later.evaluateAll((pictures) =>
          pictures
            .filter((it) => it.getBoundingClientRect().top < innerHeight)
            .map((it) => (it as HTMLImageElement).complete && it.checkVisibility()),
        )
      expect.soft((await areLoaded()).length, `at ${width} px`).toBeGreaterThan(0)
      await expect.poll(areLoaded).not.toContain(false)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
      const largest = await page.evaluate(
        () =>
          new Promise<string>((done) =>
            new PerformanceObserver((list) =>
              done((list.getEntries() as LargestContentfulPaint[]).at(-1)!.url.slice(0, 30)),
            ).observe({ type: 'largest-contentful-paint', buffered: true }),
          ),
      )
      expect.soft(largest, `at ${width} px`).toMatch(/^$|^data:/)
    }
  })

for (const [width, as, above] of [
  [768, 'the page', '.more > .cards'],
  [1280, 'the words about the event above it', '.event-picture'],
] as const)
  test(`shop: a lone card of another event is as wide as ${as}, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/events/winter-arena/')
    await expect(page.locator('.more .card')).toHaveCount(1)
    const [card, other] = await Promise.all(
      ['.more .card', above].map((part) => page.locator(part).boundingBox()),
    )
    expect(card!.x).toBe(other!.x)
    expect(card!.width).toBeCloseTo(other!.width, 0)
  })

for (const width of [390, 1280])
  test(`shop: no value of a gift voucher stands beside an empty place, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/gift-vouchers/')
    const vouchers = page.locator('.choices > div')
    await expect(vouchers).toHaveCount(2)
    for (const values of await vouchers.all()) {
      const list = (await values.boundingBox())!
      const last = (await values.locator('> :last-child').boundingBox())!
      expect(last.x + last.width).toBeCloseTo(list.x + list.width, 0)
    }
  })

test('wallet: the orders stand beside the tickets on a wide screen, and below them on a narrow one', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'seats', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  const [ticket, orders] = [page.locator('.stub').first(), page.getByRole('heading', { name: 'Your orders' })]
  const places = () => Promise.all([ticket, orders].map((part) => part.boundingBox()))
  const [beside, ordersBeside] = await places()
  expect(ordersBeside!.x).toBeGreaterThan(beside!.x + beside!.width)
  expect(ordersBeside!.y).toBeLessThan(beside!.y + 24)
  await page.setViewportSize({ width: 390, height: 844 })
  const [above, ordersBelow] = await places()
  expect(ordersBelow!.y).toBeGreaterThan(above!.y + above!.height)
})

test('shop: the button that adds tickets is filled, and as wide as what it stands in, before any are chosen', async ({
  page,
}) => {
  await page.goto('/events/lantern-evening/')
  const add = page.getByRole('button', { name: 'Add to basket' })
  const [button, date] = await Promise.all(
    [add, page.locator('.tickets .date').first()].map((part) => part.boundingBox()),
  )
  expect(button!.width).toBe(date!.width)
  expect(await add.evaluate((it) => getComputedStyle(it).color)).not.toBe(
    await page.locator('body').evaluate((it) => getComputedStyle(it).color),
  )
})

test('shop: a press with no tickets chosen leads to the first quantity, until some are chosen', async ({
  page,
}) => {
  await page.goto('/events/lantern-evening/')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  const first = page.locator('.tickets').getByRole('combobox').first()
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription('Choose at least one ticket')
  await page.locator('.tickets').getByRole('combobox').nth(1).selectOption('1')
  await expect(first).toHaveAccessibleDescription('')
  await expect(page.getByText('Choose at least one ticket')).toHaveCount(0)
})

for (const path of ['/events/lantern-evening/', '/events/silent-films/'])
  test(`shop: a press with no tickets chosen brings the first quantity of ${path} to the middle of a phone, with label and error`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await page.getByRole('button', { name: 'Add to basket' }).click()
    const row = page.locator('.row', { has: page.locator('[aria-invalid]') })
    await expect(row.getByRole('combobox')).toBeFocused()
    for (const part of [row.locator('label'), row.getByRole('combobox'), row.getByRole('alert')]) {
      const { y, height } = (await part.boundingBox())!
      expect(y).toBeGreaterThan(0.25 * 844)
      expect(y + height).toBeLessThan(0.75 * 844)
    }
  })

test('shop: the form to sign in is 480 px wide', async ({ page }) => {
  await page.goto('/signin/')
  expect((await page.locator('main form').boundingBox())!.width).toBe(480)
})

test('shop: a one-time code is no longer than its cells, whatever is typed with it', async ({ page }) => {
  await page.goto('/signin/')
  await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail())
  await page.keyboard.press('Enter')
  const code = page.getByRole('textbox', { name: 'One-time code' })
  await code.pressSequentially('123 45x678')
  await expect(code).toHaveValue('123456')
  expect(await code.evaluate((input) => input.scrollLeft)).toBe(0)
})

/** The cells of a one-time code with a wider edge than the others, numbered from 1. */
const markedCells = (page: Page) =>
  page
    .locator('[data-look=code] i')
    .evaluateAll((cells) =>
      cells.flatMap((cell, index) => (getComputedStyle(cell).borderWidth === '2px' ? [index + 1] : [])),
    )

for (const place of ['shop', 'checkout'])
  test(`${place}: the focus in a one-time code marks the cell of the next digit alone, and the last one after six`, async ({
    page,
    arrange,
  }) => {
    if (place === 'shop') await page.goto('/signin/')
    else await arrange({ shape: 'paid', state: 'login' })
    await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail())
    await page.keyboard.press('Enter')
    const code = page.getByRole('textbox', { name: 'One-time code' })
    await expect(code).toBeFocused()
    const marks = (cells: number[]) => expect.poll(() => markedCells(page)).toEqual(cells)
    await marks([1])
    await code.pressSequentially('12 3')
    await marks([4])
    await page.keyboard.press('Backspace')
    await marks([3])
    await page.keyboard.press('Home')
    await marks([3])
    await code.fill('123456')
    await marks([6])
    const colours = await page
      .locator('[data-look=code] i')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).borderColor))
    expect(new Set(colours.slice(0, 5)).size).toBe(1)
    expect(colours[5]).not.toBe(colours[0])
    await code.fill('')
    await marks([1])
    await code.blur()
    await marks([])
  })

test('shop: a one-time code that Back restores has the cell of its next digit marked', async ({ page }) => {
  await page.goto('/signin/')
  await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail())
  await page.keyboard.press('Enter')
  const code = page.getByRole('textbox', { name: 'One-time code' })
  await code.pressSequentially('1234')
  await page.goto('/all-events/')
  await page.goBack()
  await expect(code).toHaveValue('1234')
  await code.focus()
  expect(await markedCells(page)).toEqual([5])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('shop: the focus in a one-time code is a ring around all of its cells', async ({ page }) => {
    await page.goto('/signin/')
    await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail())
    await page.keyboard.press('Enter')
    const code = page.getByRole('textbox', { name: 'One-time code' })
    await code.pressSequentially('12')
    const cells = page.locator('[data-look=code] > span')
    await expect(cells).toHaveCSS('outline', /solid 3px$/)
    await expect(cells).not.toHaveCSS('outline-color', /, 0\)$/)
    expect(await markedCells(page)).toEqual([])
  })
})

for (const width of [320, 1280])
  test(`checkout: each digit of a one-time code stands in a cell, the focus and an error show on the cells, at ${width} px`, async ({
    page,
    arrange,
    expectComplaint,
  }) => {
    expectComplaint(/status of 422/)
    await page.setViewportSize({ width, height: 900 })
    await arrange({ shape: 'paid', state: 'login' })
    await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail())
    await page.keyboard.press('Enter')
    const code = page.getByRole('textbox', { name: 'One-time code' })
    const edges = () =>
      page
        .locator('[data-look=code] i')
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).borderColor))
    await code.fill('000000')
    expect(await code.evaluate((input) => input.scrollLeft)).toBe(0)
    const focused = await edges()
    await code.blur()
    const plain = await edges()
    expect(plain).not.toEqual(focused)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.blur()
    const wrong = await edges()
    expect([plain, focused]).not.toContainEqual(wrong)
    const ring = page.locator('[data-look=code] > span')
    await expect(ring).toHaveCSS('outline-style', 'none')
    await code.focus()
    expect(await edges()).toEqual(wrong)
    await expect(ring).toHaveCSS('outline-style', 'solid')
    await expect(ring).toHaveCSS('outline-color', wrong[0]!)
  })

test('wallet: the whole row of an order leads to it', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  const row = page.locator('.order-list > li').first()
  const { width, height } = (await row.boundingBox())!
  for (const position of [
    { x: 2, y: 2 },
    { x: width - 2, y: height - 2 },
  ]) {
    await page.goto('/account/wallet/')
    await row.click({ position })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Order ')
  }
})

test('order: the button that shows the tickets is as wide as their rows', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  await page.locator('.order-list a').first().click()
  const button = (await page.getByRole('link', { name: /^Show tickets/ }).boundingBox())!
  expect(button.width).toBe((await page.locator('.ticket-rows').boundingBox())!.width)
})

test.describe('in forced colours', () => {
  test.use({ forcedColors: 'active' })

  test('order: the bar of a payment plan can be seen', async ({ page, arrange }) => {
    await arrange({ shape: 'plan', state: 'order_completed', user: 'member' })
    await page.goto('/account/wallet/')
    await page.locator('.order-list a').first().click()
    const edge = await page.locator('.plan-progress > progress').evaluate((bar) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(bar)
      return [borderTopWidth, borderTopColor]
    })
    expect(edge).toEqual(['1px', await page.locator('body').evaluate((it) => getComputedStyle(it).color)])
  })
})

test.describe('the list of events, by keyboard', () => {
  const focus = (page: Page) => page.locator(':focus')
  const next = async (page: Page) => {
    await page.keyboard.press('Tab')
    return focus(page)
  }

  for (const width of [390, 1280])
    test(`shop: Tab goes on at what a search has found, and nothing scrolls, at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/all-events/')
      const search = page.getByRole('searchbox')
      await search.fill('late')
      await search.press('Enter')
      await expect(page.locator('#found')).toHaveText('1 event. Show all')
      await expect(await next(page)).toHaveText('Show all')
      await expect(await next(page)).toHaveText(/^Late Film Club/)
      await page.goto('/all-events/')
      await page.getByRole('link', { name: 'Sport' }).press('Enter')
      await expect(page).toHaveURL('/all-events/?category=Sport#found')
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await expect(await next(page)).toHaveText('Show all')
    })

  test('shop: Tab goes on at the ways on where a search finds nothing', async ({ page }) => {
    await page.goto('/all-events/')
    const search = page.getByRole('searchbox')
    await search.fill('zzzqq')
    await search.press('Enter')
    await expect(page.getByRole('heading', { name: 'Nothing found for “zzzqq”.' })).toBeVisible()
    await expect(await next(page)).toHaveText('Show all events')
  })

  test('shop: a search can follow the same search again', async ({ page }) => {
    await page.goto('/all-events/')
    const search = page.getByRole('searchbox')
    for (const words of ['late', 'late', 'swim']) {
      await search.fill(words)
      await search.press('Enter')
      await expect(page).toHaveURL(new RegExp(`\\?q=${words}&.*#found$`))
    }
    await expect(page.getByRole('link', { name: 'Dawn Swim' })).toBeVisible()
  })
})

const lookOf = (part: Locator) =>
  part.evaluate((it) => {
    const { backgroundColor, borderColor, outlineColor, outlineStyle, boxShadow } = getComputedStyle(it)
    return { backgroundColor, borderColor, outlineColor, outlineStyle, boxShadow }
  })

test.describe('with buttons that have no transitions', () => {
  test.use({ reducedMotion: 'reduce' })

  test('shop: a secondary button that is pointed at looks unlike a blocked one', async ({ page }) => {
    await page.goto('/all-events/')
    const button = page.getByRole('button', { name: 'Search' })
    await button.hover()
    await expect(button).toHaveCSS('background-color', 'rgb(242, 242, 255)')
  })

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, isMobile: true })

    test('shop: a tap leaves no fill behind on a button', async ({ page }) => {
      await page.goto('/all-events/')
      const button = page.getByRole('button', { name: 'Search' })
      const before = await lookOf(button)
      await button.hover()
      expect((await lookOf(button)).backgroundColor).toBe(before.backgroundColor)
    })
  })
})

test('shop: a field with an error has one ring, in red, while it has the focus', async ({ page }) => {
  await page.goto('/gift-vouchers/')
  const form = page.locator('main form').first()
  const field = form.getByLabel('Value in pounds')
  await form.getByText('Other value').click()
  await field.fill('2')
  await form.getByRole('button', { name: 'Add to basket' }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await page.keyboard.press('Shift')
  await expect.poll(async () => (await lookOf(field)).boxShadow).toBe('none')
  const { borderColor, outlineColor, outlineStyle } = await lookOf(field)
  expect([outlineStyle, outlineColor]).toEqual(['solid', borderColor])
})

test('ticket: its button is as wide as what stands above it, and the whole screen says whose code it is', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arrange({ shape: 'seats', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  await page.locator('a[data-keep]').first().click()
  const button = page.getByRole('button', { name: 'Show full screen' })
  const [{ x, width }, head] = [
    (await button.boundingBox())!,
    (await page.locator('.pass-head').boundingBox())!,
  ]
  expect([x, width]).toEqual([head.x, head.width])
  const fact = (name: string) => page.locator('.pass-facts div', { hasText: name }).getByRole('definition')
  const seat = await fact('Seat').innerText()
  const named = seat.startsWith('Floor ') ? seat : `${await fact('Ticket').last().innerText()}, ${seat}`
  await button.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('paragraph')).toHaveText(named)
  expect(await dialog.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)
})

const boxOf = async (part: Locator) => (await part.boundingBox())!

test('shop: the search stands beside the title of the list on wide screens, level with the line below it', async ({
  page,
}) => {
  const parts = [page.getByRole('search'), page.getByText('Every price includes the booking fee.')] as const
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/all-events/')
    const [search, line] = await Promise.all(parts.map(boxOf))
    expect(search!.x, `at ${width} px`).toBeGreaterThan((await boxOf(page.locator('h1'))).x + 200)
    expect(search!.y + search!.height).toBeCloseTo(line!.y + line!.height, 0)
    expect(search!.x + search!.width).toBeCloseTo(width - (width === 768 ? 32 : 136), -2)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const [search, line] = await Promise.all(parts.map(boxOf))
  expect(search!.y).toBe(line!.y + line!.height + 24)
})

test('shop: titles of pages in the header are as large as that of the list', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'order_completed', user: 'member' })
  for (const path of ['/all-events/', '/gift-vouchers/', '/account/wallet/']) {
    await page.goto(path)
    await expect(page.locator('h1'), path).toHaveCSS('font-size', '36px')
  }
})

test('shop: an error stands 96 px below the header, with a title as large as those of other pages', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/404/)
  await page.goto('/nowhere/')
  await expect(page.locator('h1')).toHaveCSS('font-size', '36px')
  const [header, picture] = [await boxOf(page.getByRole('banner')), await boxOf(page.locator('main img'))]
  expect(picture.y - header.y - header.height).toBe(96)
})

test('shop: the header underlines the page that one is on, also after Back', async ({ page }) => {
  const current = page.getByRole('navigation', { name: 'Shop' }).locator('[aria-current=page]')
  const places = () =>
    page.locator('.nav a').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().x))
  await page.goto('/gift-vouchers/')
  await expect(current).toHaveText('Gift vouchers')
  await expect(current).toHaveCSS('text-decoration-line', 'underline')
  await expect(current).toHaveCSS('text-decoration-thickness', '2px')
  const before = await places()
  await page.getByRole('link', { name: 'Harbour Arts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Arts' })).toBeVisible()
  await expect(current).toHaveCount(0)
  expect(await places()).toEqual(before)
  await page.getByRole('link', { name: 'Dawn Swim' }).click()
  await page.getByRole('combobox').first().selectOption('1')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.waitForURL('/checkout/')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Add to basket' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: /^Basket/ })).toHaveText('Basket 1 in it')
  await expect(current).toHaveCount(0)
})

test('shop: a title breaks after its colon where what follows fits into a line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/events/winter-arena/')
  const title = page.getByRole('heading', { name: 'Winter Arena: The Northern Choirs', exact: true })
  const [arena, the, choirs] = await title.evaluate((heading) => {
    const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
    const tops: Record<string, number> = {}
    while (texts.nextNode())
      for (const { 0: word, index } of texts.currentNode.textContent!.matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + word.length)
        tops[word] = Math.round(range.getBoundingClientRect().top)
      }
    return ['Arena:', 'The', 'Choirs'].map((word) => tops[word])
  })
  expect(the).toBeGreaterThan(arena!)
  expect(choirs).toBe(the)
})

test('shop: the button that adds gift vouchers says what they cost', async ({ page }) => {
  await page.goto('/gift-vouchers/')
  const form = page.locator('main form').first()
  const add = form.getByRole('button', { name: /^Add to basket/ })
  await expect(add).toHaveAccessibleName('Add to basket £10.00')
  await expect(add).toHaveText('Add to basket · £10.00')
  await form.getByText('£25.00').click()
  await form.getByRole('combobox').selectOption('3')
  await expect(add).toHaveText('Add to basket · £75.00')
  await form.getByText('Other value').click()
  await expect(add).toHaveText('Add to basket')
  await form.getByLabel('Value in pounds').pressSequentially('12.5')
  await expect(add).toHaveText('Add to basket · £37.50')
  await form.getByLabel('Value in pounds').fill('12 pounds')
  await expect(add).toHaveText('Add to basket')
})

test('shop: a gift voucher names itself once, and is one card below its picture on a phone', async ({
  page,
}) => {
  await page.goto('/gift-vouchers/')
  await expect(page.getByText('Harbour Arts gift voucher', { exact: true })).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  const voucher = page.getByRole('article').first()
  const [card, picture] = [await boxOf(voucher), await boxOf(voucher.locator('img'))]
  expect([picture.x, picture.y, picture.width]).toEqual([card.x + 1, card.y + 1, card.width - 2])
  await expect(voucher.locator('form')).toHaveCSS('border-top-width', '0px')
})

test('shop: links that stand alone are underlined while they are pointed at or have the focus, those in a sentence always', async ({
  page,
  arrange,
}) => {
  const line = async (link: Locator, expected: string) =>
    expect(link).toHaveCSS('text-decoration-line', expected)
  await arrange({ shape: 'paid', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  const alone = [
    page.getByRole('link', { name: 'Account settings' }),
    page.getByRole('button', { name: 'Sign out' }),
    page.getByRole('link', { name: 'Get directions' }),
    page.locator('h2').getByRole('link'),
    page.getByRole('contentinfo').getByRole('link', { name: 'Terms of sale' }),
  ]
  for (const link of alone) {
    await page.mouse.move(1, 1)
    await line(link, 'none')
    await link.hover()
    await line(link, 'underline')
  }
  await page.mouse.move(1, 1)
  await page.keyboard.press('Tab')
  await alone[0]!.focus()
  await line(alone[0]!, 'underline')
  await line(page.getByRole('link', { name: /^order / }), 'underline')
  await page.goto('/events/late-film-club/')
  await line(
    page.locator('.event-text').getByRole('link', { name: 'Canal Cinema', exact: true }),
    'underline',
  )
})

test('shop: what cannot be pressed is in ink: dates, categories, and icons of dates and places', async ({
  page,
}) => {
  await page.goto('/events/dawn-swim/')
  const quiet = await page.locator('.lead').evaluate((it) => getComputedStyle(it).color)
  for (const part of ['.eyebrow', '.facts .icon', '.card-date', '.card .icon'])
    await expect(page.locator(part).first(), part).toHaveCSS('color', quiet)
})

for (const path of ['/events/dawn-swim/', '/events/winter-arena/'])
  for (const width of [390, 1280])
    test(`shop: the tickets of ${path} begin 16 px below their title, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      const title = await boxOf(page.getByRole('heading', { name: 'Tickets' }))
      const first = await boxOf(page.locator('.tickets').locator('.row label, .prices span').first())
      expect(first.y - title.y - title.height).toBeGreaterThanOrEqual(16)
      expect(first.y - title.y - title.height).toBeLessThanOrEqual(20)
    })

test('shop: the parts of a seat’s price stand before it, in rows of 44 px, where there is room', async ({
  page,
}) => {
  await page.goto('/events/winter-arena/')
  const rows = page.locator('.prices li')
  const [price, parts, next] = await Promise.all(
    [rows.nth(1).locator('strong'), rows.nth(1).locator('.small'), rows.nth(2).locator('strong')].map(boxOf),
  )
  expect(parts!.x + parts!.width).toBeLessThan(price!.x)
  expect(Math.abs(next!.y - price!.y - 44)).toBeLessThanOrEqual(1)
})

for (const width of [390, 1280])
  test(`shop: each date with tickets of its own begins with a heading under a line from edge to edge, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/events/lantern-evening/')
    const card = await boxOf(page.locator('.tickets'))
    const dates = page.locator('.tickets .date')
    await expect(dates).toHaveCount(2)
    for (const [index, day] of ['Fri', 'Sat'].entries()) {
      const date = dates.nth(index)
      const heading = date.getByRole('heading', { level: 3, name: new RegExp(`^${day} `) })
      const { y } = await boxOf(heading)
      const before = await boxOf(
        index === 0 ? page.getByRole('heading', { name: 'Tickets' }) : dates.first().locator('p').last(),
      )
      expect(y - before.y - before.height).toBeGreaterThanOrEqual(32)
      expect((await boxOf(date.locator('label').first())).y - y).toBeLessThan(48)
      const line = await date.locator('legend').evaluate((legend) => {
        const { width, borderTopWidth } = getComputedStyle(legend, '::before')
        return { width: parseFloat(width), borderTopWidth }
      })
      expect(line).toEqual({ width: expect.closeTo(card.width - 2, 1), borderTopWidth: '1px' })
    }
    await page.goto('/events/the-tempest/')
    await expect(page.locator('.tickets').getByRole('heading', { level: 3 })).toHaveText([
      'Prices',
      /^Fri /,
      /^Sat /,
    ])
  })

test('shop: what comes back of tickets stands below the button that adds them', async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/events/dawn-swim/')
    const button = await boxOf(page.getByRole('button', { name: 'Add to basket' }))
    const terms = await boxOf(page.getByText('Half the price back'))
    expect(terms.y - button.y - button.height).toBe(12)
  }
})

test('shop: rows of the footer are 44 px high, and its line stands nearer to its links than to the edge', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/gift-vouchers/')
  const footer = page.getByRole('contentinfo')
  const tops = await footer
    .locator('span, a')
    .evaluateAll((parts) => [...new Set(parts.map((part) => part.getBoundingClientRect().top))])
  expect(tops.length).toBeGreaterThan(2)
  for (const [index, top] of tops.slice(1).entries()) expect(top - tops[index]!).toBe(44)
  const gap = await footer.evaluate((it) => {
    const range = document.createRange()
    const at = (part: Element) => {
      range.selectNodeContents(part)
      return range.getBoundingClientRect()
    }
    const [line, link] = ['span', 'a'].map((name) => at(it.querySelector(name)!))
    return { toEdge: line!.top - it.getBoundingClientRect().top, toLinks: link!.top - line!.bottom }
  })
  expect(gap.toLinks).toBeLessThan(gap.toEdge)
})

test('shop: values of a gift voucher look like the amounts of a donation', async ({ page, arrange }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const lookOfRow = async () => {
    const radio = page.getByRole('radio').first()
    await expect(radio).toBeVisible()
    return radio.evaluate((it) => {
      const [box, row] = [it, it.parentElement!].map((part) => part.getBoundingClientRect())
      const text = it.nextElementSibling!.getBoundingClientRect()
      return [box!.left - row!.left, text.left - box!.right].map(Math.round)
    })
  }
  await arrange({ shape: 'charity', state: 'donation' })
  const donation = await lookOfRow()
  await page.goto('/gift-vouchers/')
  expect(await lookOfRow()).toEqual(donation)
})

test('wallet: the way to an event stands below its address, on a phone beside its venue; its street is quieter', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'seats', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  const stub = page.locator('.stub').first()
  const [venue, street] = [
    stub.getByText('The Drill Hall Arena', { exact: false }),
    stub.getByText('Church Street', { exact: false }).last(),
  ]
  const ink = await page.locator('body').evaluate((it) => getComputedStyle(it).color)
  await expect(stub.getByText(/^Doors/)).toHaveCSS('color', ink)
  await expect(venue.first()).toHaveCSS('color', ink)
  await expect(street).not.toHaveCSS('color', ink)
  const way = stub.getByRole('link', { name: 'Get directions' })
  const [address, below] = [await boxOf(street), await boxOf(way)]
  expect(below.y).toBeGreaterThanOrEqual(address.y + address.height - 2)
  expect(below.x).toBeCloseTo(address.x, 0)
  await page.setViewportSize({ width: 390, height: 844 })
  const [name, beside] = [await boxOf(venue.first()), await boxOf(way)]
  expect(beside.y).toBeCloseTo(name.y, 0)
  expect((await boxOf(street)).y).toBeGreaterThan(beside.y + 10)
})

for (const width of [390, 1280])
  test(`wallet: the picture of an event heads its stub, and the tear line is clear on both sides, at ${width} px`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await arrange({ shape: 'seats', state: 'order_completed', user: 'member' })
    await page.goto('/account/wallet/')
    const stub = page.locator('.stub').first()
    const [box, picture, name] = await Promise.all(
      [stub, stub.locator('img'), stub.getByRole('heading')].map(boxOf),
    )
    expect([picture!.x, picture!.y, picture!.width]).toEqual([box!.x, box!.y, box!.width])
    expect(picture!.width / picture!.height).toBeCloseTo(2.5, 1)
    expect(name!.y).toBeGreaterThan(picture!.y + picture!.height)
    const [above, tear, below] = await Promise.all(
      [stub.locator('.venue'), stub.locator('.stub-foot'), stub.locator('.ticket-rows span').first()].map(
        boxOf,
      ),
    )
    expect(tear!.y - above!.y - above!.height).toBeGreaterThanOrEqual(20)
    expect(below!.y - tear!.y).toBeGreaterThanOrEqual(20)
  })

test('wallet: the price of an order stands in the middle of its row, as its arrow does', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arrange({ shape: 'seats', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  const row = page.locator('.order-list li').first()
  await expect(page.locator('.order-list')).toHaveCSS('box-shadow', 'none')
  const middles = await Promise.all(
    [row, row.getByText('£'), row.locator('.icon')].map(async (part) => {
      const { y, height } = await boxOf(part)
      return Math.round(y + height / 2)
    }),
  )
  for (const middle of middles) expect(Math.abs(middle - middles[0]!)).toBeLessThanOrEqual(1)
})

test('wallet: the tear line of a ticket runs through the middle of its notches', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'seats', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  const [body, foot] = [page.locator('.stub-body').first(), page.locator('.stub-foot').first()]
  const line = await foot.evaluate((it) => parseFloat(getComputedStyle(it, '::before').height))
  await expect(body).toHaveCSS('mask-image', new RegExp(`at 0px calc\\(100% \\+ ${line / 2}px\\)`))
  await expect(foot).toHaveCSS('mask-image', new RegExp(`at 0px ${line / 2}px`))
})

test('wallet: tickets to come have a heading, level with that of the orders beside them', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'seats', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  const [coming, orders] = ['Coming up', 'Your orders'].map((name) =>
    page.getByRole('heading', { level: 2, name, exact: true }),
  )
  const [one, other] = [await boxOf(coming!), await boxOf(orders!)]
  expect([one.y, one.height]).toEqual([other.y, other.height])
  const [stub, list] = [
    await boxOf(page.locator('.stub').first()),
    await boxOf(page.locator('.order-list').first()),
  ]
  expect(Math.abs(stub.y - list.y)).toBeLessThanOrEqual(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  for (const path of ['/all-events/', '/events/dawn-swim/'])
    test(`shop: cards of ${path} end at a whole pixel, as all else does`, async ({ page }) => {
      await page.goto(path)
      const { x, width } = await boxOf(page.locator('.card').first())
      expect([x, x + width]).toEqual([16, 374])
    })

  test('shop: there is no empty room for a bar below the footer where the bar is not there', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 640 })
    await page.goto('/events/late-film-club/')
    const bar = page.locator('.price-bar')
    const room = () => page.locator('body').evaluate((it) => getComputedStyle(it).paddingBlockEnd)
    await expect(bar).toBeVisible()
    expect(await room()).toBe('80px')
    await page.locator('.event-tickets').evaluate((it) => it.scrollIntoView())
    await expect(bar).toBeHidden()
    expect(await room()).toBe('0px')
  })

  test('shop: a single date is not told again above its tickets, and still names their group', async ({
    page,
  }) => {
    await page.goto('/events/dawn-swim/')
    const date = page.locator('.tickets legend')
    expect((await boxOf(date)).height).toBe(1)
    await expect(page.getByRole('group', { name: /^\w+ \d+ \w+ \d{4}, 7:15am$/ })).toBeVisible()
    await page.goto('/events/winter-arena/')
    expect((await boxOf(date)).height).toBe(1)
    await page.goto('/events/lantern-evening/')
    await expect(date).toHaveCount(2)
    expect((await boxOf(date.first())).height).toBeGreaterThan(16)
  })

  test('shop: where there is no page, the ways on stand apart from the search', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/404/)
    await page.goto('/nowhere/')
    const [search, ways] = [
      await boxOf(page.getByRole('search')),
      await boxOf(page.locator('.lost .actions')),
    ]
    expect(ways.y - search.y - search.height).toBe(24)
  })
})
