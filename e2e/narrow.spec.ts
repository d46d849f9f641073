import { reserveBasket, said, typeAccount } from '#e2e/buyer.ts'
import {
  brokenWords,
  doubleText,
  enlargeText,
  expectNarrow,
  expectRoomForDoubledText,
  longEmail,
  longWord,
  nothing,
  openAll,
  tooWide,
  writeLongWords,
} from '#e2e/screens/narrow.ts'
import { expect, expectStep, test } from '#e2e/test.ts'

test.describe('a word of 117 characters in every text of shop and buyer', () => {
  test('the view of a sent code is no wider than the screen', async ({ page, arrange }) => {
    await arrange({ shape: 'paid', state: 'login' })
    await page.getByLabel('Email address').fill(longEmail)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(said(page, longEmail)).toBeVisible()
    await expectNarrow(page)
  })

  test('an error message of the shop is no wider than the screen', async ({
    page,
    arrange,
    expectComplaint,
  }) => {
    expectComplaint(/422.*send_one_time_code/)
    await arrange({ shape: 'paid', state: 'login' })
    await page.route('**/send_one_time_code/', (route) =>
      route.fulfill({ status: 422, json: { message: longWord } }),
    )
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(said(page, longWord)).toBeVisible()
    await expectNarrow(page)
  })

  test('the error of a failed reservation is no wider than the screen', async ({ page, arrange }) => {
    await writeLongWords(page)
    await arrange({ shape: 'paid', state: 'basket', nextReserve: 'error' })
    const answer = page.waitForResponse('**/reserve_tickets/')
    await reserveBasket(page)
    await answer
    await expectStep(page, 'basket')
    await expect(said(page, longWord).first()).toBeVisible()
    await expectNarrow(page)
  })

  test('a payment error is no wider than the screen', async ({ page, arrange }) => {
    await page.route('**/get_payment_error/', (route) => route.fulfill({ json: { error: longWord } }))
    await arrange({ shape: 'paid', state: 'payment', cardDeclined: true })
    await expectStep(page, 'payment')
    await expectNarrow(page)
  })

  test('a notification wraps its text inside its box', async ({ page, arrange, expectComplaint }) => {
    expectComplaint(/503.*destroy_sale/)
    await arrange({ shape: 'paid', state: 'payment' })
    await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached()
    await page.route('**/destroy_sale/', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('button', { name: 'Edit basket' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    const toast = page
      .getByText('Unable to edit Basket. Please try again later')
      .locator('visible=true')
      .first()
    await toast.evaluate((element, word) => (element.textContent = word), longWord)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await tooWide(page), `${width} px wide`).toEqual(nothing)
    }
    const box = await page.locator('[data-sonner-toast]').boundingBox()
    const text = await page.getByText(longWord).locator('visible=true').first().boundingBox()
    expect(text!.x + text!.width).toBeLessThanOrEqual(box!.x + box!.width)
  })

  for (const path of [
    '/all-events/',
    '/events/lantern-evening/',
    '/gift-vouchers/',
    '/account/wallet/',
    '/sandbox/outbox/',
  ])
    test(`the page ${path} is no wider than the screen`, async ({ page, arrange }) => {
      await arrange({ shape: 'everything', state: 'order_completed' })
      await page.goto(path)
      await page.evaluate((word) => {
        const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const { currentNode: text } = texts
          if (text.textContent?.trim() && !text.parentElement?.closest('option, button, script, .row-price'))
            text.textContent += ` ${word}`
        }
      }, longWord)
      await expectNarrow(page)
    })
})

test.describe('text of 200 % on a screen of 390 pixels', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the one-time code fits into its field', async ({ page, arrange }) => {
    await doubleText(page)
    const { email } = await arrange({ shape: 'paid', state: 'login' })
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = page.getByLabel('One-time code')
    await code.fill('123456')
    await expectRoomForDoubledText(page)
    expect(await code.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true)
  })

  test('the row of which fewer tickets are left has room for the ways on', async ({ page, arrange }) => {
    await doubleText(page)
    await arrange({ shape: 'paid', state: 'basket', ticketsLeft: 1 })
    await expect(page.getByRole('button', { name: /^Change to 1/ })).toBeVisible()
    await expectRoomForDoubledText(page)
  })

  test('the bar of the order summary keeps its amount whole where it fills its row', async ({
    page,
    arrange,
  }) => {
    await doubleText(page)
    await arrange({ shape: 'waiver', state: 'waiver' })
    const amount = page.getByRole('region', { name: 'Order summary' }).locator('b').first()
    const lines = await amount.evaluate((words) => {
      const range = document.createRange()
      range.selectNodeContents(words)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
  })

  test("card fields grow with the page's text", async ({ page, arrange }) => {
    await doubleText(page)
    await arrange({ shape: 'express', state: 'payment' })
    const number = page.getByRole('textbox', { name: 'Card number' })
    await expect(number).toHaveCSS('font-size', '32px')
    await typeAccount(page, 'ada@example.com')
    await expectRoomForDoubledText(page)
  })

  test('the dialog before editing the basket fits the screen', async ({ page, arrange }) => {
    await doubleText(page)
    await arrange({ shape: 'paid', state: 'login' })
    await expectStep(page, 'login')
    await openAll(page)
    await page.getByRole('button', { name: 'Edit basket' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await tooWide(page)).toEqual(nothing)
    expect(await page.getByRole('dialog').evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  })
})

test.describe('text of 200 % on a screen of 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  for (const { shape, state } of [
    { shape: 'paid', state: 'basket' },
    { shape: 'required', state: 'basket' },
    { shape: 'charity', state: 'donation' },
    { shape: 'charity', state: 'gift_aid' },
    { shape: 'marketing', state: 'marketing_preferences' },
    { shape: 'questions_before', state: 'ticket_questions_before' },
    { shape: 'plan', state: 'payment' },
    { shape: 'express', state: 'payment' },
    { shape: 'messages', state: 'after_sale_messages' },
    { shape: 'everything', state: 'order_completed' },
  ] as const)
    test(`breaks no word of ${shape} ${state}, and nothing is too wide`, async ({ page, arrange }) => {
      await doubleText(page)
      await arrange({ shape, state })
      await expectStep(page, state)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      expect(await tooWide(page)).toEqual(nothing)
      expect(await brokenWords(page)).toEqual([])
    })

  test('breaks the widest reference of an order between its groups of four letters', async ({
    page,
    arrange,
  }) => {
    await doubleText(page)
    await arrange({ shape: 'paid', state: 'order_completed' })
    const groups = page.getByText('Your reference is').locator('b > span')
    await expect(groups).toHaveCount(2)
    for (const group of await groups.all()) await group.evaluate((element) => (element.textContent = 'WWWW'))
    const lines = await groups.evaluateAll((all) => all.map((group) => group.getBoundingClientRect().top))
    expect(lines[1]).toBeGreaterThan(lines[0]!)
    expect(await tooWide(page)).toEqual(nothing)
    expect(await brokenWords(page)).toEqual([])
  })

  test('breaks no word of the payments of a plan, and nothing is too wide [INST-05]', async ({
    page,
    arrange,
  }) => {
    await doubleText(page)
    await arrange({ shape: 'plan', state: 'payment' })
    await page.getByRole('button', { name: /^Set up a payment plan/ }).click()
    await page.getByRole('radio', { name: /6 months/ }).check()
    await page.getByRole('button', { name: /^Show 4 more of/ }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(7)
    expect(await tooWide(page)).toEqual(nothing)
    expect(await brokenWords(page)).toEqual([])
  })

  for (const width of [768, 1024])
    test(`breaks no word of the ways to pay on a screen of ${width} pixels, and nothing is too wide`, async ({
      page,
      arrange,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await doubleText(page)
      await arrange({ shape: 'paid', state: 'payment' })
      await expect(page.getByRole('button', { name: 'Credit or Debit Card' })).toBeVisible()
      expect(await tooWide(page)).toEqual(nothing)
      // The title is a word that is wider than its column at 768 pixels.
      expect((await brokenWords(page)).filter((word) => word !== 'Payment')).toEqual([])
    })

  for (const { shape, name } of [
    { shape: 'everything', name: /^Remove Runner/ },
    { shape: 'voucher', name: /^Remove / },
  ] as const)
    test(`breaks no word of what was removed from ${shape} and can be put back, and nothing is too wide`, async ({
      page,
      arrange,
    }) => {
      await doubleText(page)
      await arrange({ shape, state: 'basket' })
      await page.getByRole('button', { name }).click()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
      expect(await tooWide(page)).toEqual(nothing)
      expect(await brokenWords(page)).toEqual([])
    })

  test('breaks an email address before its "@"', async ({ page, arrange }) => {
    await doubleText(page)
    const { email } = await arrange({ shape: 'paid', state: 'login', user: 'member' })
    const address = page.getByText(email, { exact: true })
    await expect(address).toBeVisible()
    const hostLines = await address.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element.lastChild!)
      return [range.toString(), range.getClientRects().length]
    })
    expect(hostLines).toEqual(['@example.com', 1])
  })

  test('writes the preferences in letters of twice the size', async ({ page, arrange }) => {
    await doubleText(page)
    await arrange({ shape: 'marketing', state: 'marketing_preferences' })
    await expect(page.getByText('Send me updates about my events')).toHaveCSS('font-size', '32px')
  })

  for (const path of [
    '/all-events/',
    '/events/lantern-evening/',
    '/events/winter-arena/',
    '/events/abbey-by-moonlight/',
    '/gift-vouchers/',
  ])
    test(`breaks no word of ${path}, and nothing is too wide`, async ({ page }) => {
      await doubleText(page)
      await page.goto(path)
      expect(await tooWide(page)).toEqual(nothing)
      expect(await brokenWords(page)).toEqual([])
    })

  test('breaks no word of the orders in the wallet', async ({ page, arrange }) => {
    await doubleText(page)
    await arrange({ shape: 'everything', state: 'order_completed', user: 'member' })
    await page.goto('/account/wallet/')
    await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible()
    expect(await tooWide(page)).toEqual(nothing)
    expect(await brokenWords(page)).toEqual([])
  })
})

test.describe('pages of the shop on a screen of 390 pixels', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('shows cards of events with a square picture inside them, hardly higher than the picture', async ({
    page,
  }) => {
    await page.goto('/all-events/')
    const cards = page.locator('.card')
    for (const card of (await cards.all()).slice(0, 4)) {
      const [box, picture] = [
        (await card.boundingBox())!,
        (await card.locator('.card-picture').boundingBox())!,
      ]
      expect([picture.width, picture.height]).toEqual([112, 112])
      expect([picture.x - box.x, picture.y - box.y]).toEqual([13, 13])
      expect(box.height).toBeLessThan(200)
    }
    const low = (await cards.filter({ hasText: 'Late Film Club' }).boundingBox())!
    expect(low.height).toBeLessThanOrEqual(165)
  })

  test('opens each ticket of the wallet from a row high enough for a finger, and all from a button as wide', async ({
    page,
    arrange,
  }) => {
    await arrange({ shape: 'everything', state: 'order_completed', user: 'member' })
    await page.goto('/account/wallet/')
    const event = page.locator('.stub', { hasText: 'Lantern Evening' })
    const button = (await event.getByRole('link', { name: /^Show tickets/ }).boundingBox())!
    const rows = event.getByRole('link', { name: /^Adult, \d of 2$/ })
    await expect(rows).toHaveCount(2)
    for (const row of await rows.all()) {
      const box = (await row.boundingBox())!
      expect(box.height).toBeGreaterThanOrEqual(44)
      expect([box.x, box.width]).toEqual([button.x, button.width])
    }
    const order = (await event.getByRole('link', { name: /^order / }).boundingBox())!
    expect(order.y + order.height).toBeLessThanOrEqual(button.y)
    await rows.last().click({ position: { x: button.width - 5, y: 20 } })
    await expect(page).toHaveURL(/\/account\/tickets\//)
  })

  for (const forcedColors of ['none', 'active'] as const)
    test(`fills the chosen filters of the events alone, with forced colours ${forcedColors}`, async ({
      page,
    }) => {
      await page.emulateMedia({ forcedColors })
      await page.goto('/all-events/?category=Film')
      const fills = (chips: string) =>
        page
          .locator(chips)
          .evaluateAll((all) => [...new Set(all.map((chip) => getComputedStyle(chip).backgroundColor))])
      await expect(page.locator('.chip[aria-current]')).toHaveText(['Any date', 'Film'])
      const [chosen, others] = [await fills('.chip[aria-current]'), await fills('.chip:not([aria-current])')]
      expect(chosen).toHaveLength(1)
      expect(others).toHaveLength(1)
      expect(chosen).not.toEqual(others)
    })

  test('fades out filters at both ends of their row, but none that has the focus', async ({ page }) => {
    await page.goto('/all-events/?category=Film')
    const categories = page.getByRole('navigation', { name: 'Categories' }).getByRole('list')
    expect(await categories.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0)
    await expect(categories).toHaveCSS(
      'mask-image',
      /^linear-gradient\(to right, rgba\(0, 0, 0, 0\), .*, rgba\(0, 0, 0, 0\)\)$/,
    )
    await categories.getByRole('link', { name: 'Comedy' }).focus()
    await page.keyboard.press('Tab')
    await expect(categories.getByRole('link', { name: 'Family' })).toBeFocused()
    await expect(categories).toHaveCSS('mask-image', 'none')
  })

  for (const path of ['/events/winter-arena/', '/events/abbey-by-moonlight/'])
    test(`lists the prices of ${path} in a column at the right, with their parts below them`, async ({
      page,
    }) => {
      await page.goto(path)
      const list = (await page.locator('.prices').boundingBox())!
      const prices = page.locator('.prices li > :last-child')
      expect(await prices.count()).toBeGreaterThan(0)
      for (const price of await prices.all()) {
        const [paid, parts] = [
          (await price.locator('strong').boundingBox())!,
          (await price.locator('.small').boundingBox())!,
        ]
        expect(parts.y).toBeGreaterThanOrEqual(paid.y + paid.height)
        for (const part of [paid, parts])
          expect(Math.abs(part.x + part.width - (list.x + list.width))).toBeLessThan(1)
        const name = (await price.locator('xpath=preceding-sibling::*').boundingBox())!
        expect(Math.abs(name.y - paid.y)).toBeLessThan(4)
      }
    })

  for (const [path, first] of [
    ['/events/late-film-club/', '.stepper'],
    ['/events/winter-arena/', '.seats-link'],
    ['/events/abbey-by-moonlight/', '.icon-line'],
  ] as const)
    test(`keeps the bar with the price of ${path} until the first choice of tickets stands above it, and no longer`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 640 })
      await page.goto(path)
      const bar = page.locator('.price-bar')
      await expect(bar).toBeVisible()
      const { y: top } = (await bar.boundingBox())!
      const choice = (await page.locator('.event-tickets').locator(first).first().boundingBox())!
      const isAbove = choice.y + choice.height - top
      await page.evaluate((by) => scrollBy(0, by), isAbove - 24)
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      await expect(bar).toBeVisible()
      await page.evaluate(() => scrollBy(0, 32))
      await expect(bar).toBeHidden()
      await page.evaluate(() => scrollTo(0, 0))
      await expect(bar).toBeVisible()
    })

  for (const percent of [150, 200])
    for (const path of [
      '/all-events/',
      '/events/lantern-evening/',
      '/events/the-tempest/',
      '/events/abbey-by-moonlight/',
      '/gift-vouchers/',
    ])
      test(`text of ${percent} % breaks no word of ${path} and stays in its card`, async ({ page }) => {
        await enlargeText(page, percent)
        await page.goto(path)
        expect(await brokenWords(page)).toEqual([])
        await expectRoomForDoubledText(page)
      })
})
