import type { Page } from '@playwright/test'
import { newEmail } from '#e2e/buyer.ts'
import { expect, step, test, type Arrangement } from '#e2e/test.ts'

/** Returns the components' class names in the page (`file_name`) that no style sheet has a rule for. */
function withoutRule(page: Page) {
  return page.evaluate(() => {
    const rules = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .map(({ cssText }) => cssText)
      .join('\n')
    const names = [...document.querySelectorAll('#app [class]')].flatMap(({ classList }) => [...classList])
    return [...new Set(names)].filter((name) => name.includes('_') && !rules.includes(`.${CSS.escape(name)}`))
  })
}

/** The edges of a row, and whether its upper and its lower corners are round. */
interface Frame {
  top: number
  bottom: number
  isRound: boolean[]
}

for (const place of [
  { shape: 'everything', state: 'basket' },
  { shape: 'plan', state: 'payment' },
  { shape: 'plan', state: 'order_completed' },
] as const satisfies Arrangement[])
  test(`the built page has the styles of every part at ${place.state}`, async ({ page, arrange }) => {
    await arrange(place)
    await expect(step(page, place.state)).toBeVisible()
    await expect(page.getByText('Loading', { exact: true })).toBeHidden()
    expect(await withoutRule(page)).toEqual([])
  })

for (const scheme of ['light', 'dark'] as const)
  test(`a button that cannot be pressed stands out from the ${scheme} ticket stub`, async ({
    page,
    arrange,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await arrange({ shape: 'required', state: 'basket' })
    const reserve = page.getByRole('button', { name: /^Reserve Basket/ })
    await expect(reserve).toHaveAttribute('aria-disabled', 'true')
    const fills = await reserve.evaluate((button) => {
      const stub = button.closest('section')!.querySelectorAll(':scope > div > div')
      return [button, ...stub].map((one) => getComputedStyle(one).backgroundColor)
    })
    expect(new Set(fills.slice(1)).size).toBe(1)
    expect(fills[0]).not.toBe(fills[1])
  })

for (const texts of [
  ['9m 59s', '9m 9s', '9m'],
  ['1m 59s', '1m 1s', '1m', '59s', '9s'],
])
  test(`on a phone, the time left takes the same room at ${texts.join(', ')}`, async ({ page, arrange }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await arrange({ shape: 'paid', state: 'login' })
    const timer = page.getByRole('timer')
    await expect(timer).toBeVisible()
    const widths = await timer.evaluate((chip, shown) => {
      const isShort = !shown[0]?.startsWith('9')
      chip.toggleAttribute('data-short', isShort)
      const [time] = chip.querySelectorAll('span:not(.visually-hidden)')
      if (!time) throw new Error('there is no time')
      if (isShort) time.insertAdjacentHTML('afterend', '<span>left</span>')
      return shown.map((text) => {
        time.textContent = text
        return chip.getBoundingClientRect().width
      })
    }, texts)
    expect(new Set(widths).size).toBe(1)
  })

test('a button that cannot be pressed is grey in forced colours', async ({ page, arrange }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await arrange({ shape: 'required', state: 'basket' })
  const reserve = page.getByRole('button', { name: /^Reserve Basket/ })
  await expect(reserve).toHaveAttribute('aria-disabled', 'true')
  const [color, grey] = await reserve.evaluate((button) => {
    const own = getComputedStyle(button).color
    button.style.color = 'GrayText'
    return [own, getComputedStyle(button).color]
  })
  expect(color).toBe(grey)
})

test('choices that stand together are one list in one frame, which an error divides', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'charity', state: 'gift_aid' })
  await page.getByRole('radio', { name: 'Yes, add Gift Aid' }).check()
  const confirmations = page.getByRole('group', { name: 'Please confirm all three' }).locator('label')
  const frames = () =>
    confirmations.evaluateAll((rows) =>
      rows.map((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        const { borderTopLeftRadius, borderBottomLeftRadius } = getComputedStyle(row)
        return {
          top,
          bottom,
          isRound: [borderTopLeftRadius, borderBottomLeftRadius].map((one) => one !== '0px'),
        }
      }),
    )
  const [first, second, third] = (await frames()) as [Frame, Frame, Frame]
  expect([first, second, third].map(({ isRound }) => isRound)).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
  expect([second.top - first.bottom, third.top - second.bottom].map(Math.round)).toEqual([-1, -1])

  await confirmations.nth(2).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(confirmations.nth(0).locator('..')).toContainText('Confirm that you are a UK taxpayer')
  const divided = (await frames()) as [Frame, Frame, Frame]
  expect(divided.map(({ isRound }) => isRound)).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ])
  expect(divided[1].top - divided[0].bottom).toBeGreaterThan(16)
})

test('titles and names of events are in the serif, prices and labels of groups in the sans', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'plan', state: 'payment' })
  const family = (element: Element) => getComputedStyle(element).fontFamily
  const sans = await page.locator('body').evaluate(family)
  const serif = await page.getByRole('heading', { name: 'Payment', exact: true }).evaluate(family)
  expect(serif).toMatch(/^ui-serif.*, serif$/)
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary.getByRole('heading', { name: 'Sailing Week' })).toHaveCSS('font-family', serif)
  await expect(summary.getByText('£552.00').first()).toHaveCSS('font-family', sans)
  await expect(page.getByRole('heading', { name: 'Pay now' })).toHaveCSS('font-family', sans)
  await page.goto('/events/the-tempest/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', serif)
  await expect(page.getByRole('heading', { name: 'Prices' })).toHaveCSS('font-family', sans)
})

test('headings over fields are in the serif, the question over choices in the sans', async ({
  page,
  arrange,
}) => {
  const isSerif = (text: string) =>
    expect.soft(page.getByText(text, { exact: true })).toHaveCSS('font-family', /^ui-serif/)
  await arrange({ shape: 'questions_before', state: 'ticket_questions_before' })
  await isSerif('Ticket 1 of 2')
  await arrange({ shape: 'voucher', state: 'delivery_address' })
  await isSerif('Gift voucher')
  await arrange({ shape: 'plan', state: 'payment' })
  await page.getByRole('button', { name: 'Set up a payment plan' }).click()
  await expect(page.getByText('Over how many months would you like to pay?')).not.toHaveCSS(
    'font-family',
    /^ui-serif/,
  )
  await page.getByRole('radio', { name: 'Over 3 months' }).check()
  await isSerif('Your payments')
  await arrange({ shape: 'paid', state: 'order_completed' })
  await page.getByRole('button', { name: 'Transfer tickets' }).click()
  await isSerif('Recipient 1')
})

for (const width of [320, 390])
  test(`the cells of a one-time code are as wide as the button below them, at ${width} px`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await arrange({ shape: 'paid', state: 'login' })
    await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail())
    await page.keyboard.press('Enter')
    const button = (await page.getByRole('button', { name: 'Verify' }).boundingBox())!
    const cells = (await page.locator('[data-look=code] > span').boundingBox())!
    expect(cells.x).toBe(button.x)
    expect(cells.width / button.width).toBeGreaterThan(0.97)
    expect(cells.width).toBeLessThanOrEqual(button.width)
    await page.goto('/signin/')
    await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail())
    await page.keyboard.press('Enter')
    const verify = (await page.getByRole('button', { name: 'Verify' }).boundingBox())!
    const cellsOfShop = (await page.locator('[data-look=code] > span').boundingBox())!
    expect(cellsOfShop.width / verify.width).toBeGreaterThan(0.97)
    expect(cellsOfShop.width).toBeLessThanOrEqual(verify.width)
  })

test('a one-time code of large digits stays in its cells, and its focus can be seen in forced colours', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.emulateMedia({ forcedColors: 'active' })
  await arrange({ shape: 'paid', state: 'login' })
  await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail())
  await page.keyboard.press('Enter')
  const code = page.getByRole('textbox', { name: 'One-time code' })
  for (const size of ['100%', '200%', '300%']) {
    await page.addStyleTag({ content: `html { font-size: ${size} }` })
    await code.fill('')
    await code.pressSequentially('123456')
    expect(await code.evaluate((input) => input.scrollLeft)).toBe(0)
  }
  const cells = page.locator('[data-look=code] > span')
  await expect(cells).toHaveCSS('outline-style', 'solid')
  await expect(cells).not.toHaveCSS('outline-color', /, 0\)$/)
  await code.blur()
  await expect(cells).toHaveCSS('outline-style', 'none')
})

test('another amount of a donation has a field as wide as an amount, or as the step on a phone', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'charity', state: 'donation' })
  const field = page.getByRole('spinbutton', { name: 'Or another amount' })
  const widthOf = async (part: typeof field) => (await part.boundingBox())!.width
  const amount = page.getByRole('radio', { name: '£5.00' }).locator('xpath=ancestor::label')
  expect(await widthOf(field)).toBeCloseTo(await widthOf(amount), 0)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await widthOf(field)).toBe(await widthOf(page.getByRole('button', { name: 'Continue' })))
})

test('a box to tick has an edge as strong as that of a radio button, and shows its tick in forced colours', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'charity', state: 'gift_aid' })
  const edgeOf = (role: 'radio' | 'checkbox') =>
    page
      .getByRole(role)
      .first()
      .evaluate((input) => {
        const { borderTopWidth, borderTopColor, width } = getComputedStyle(input)
        return { borderTopWidth, borderTopColor, width }
      })
  expect(await edgeOf('checkbox')).toEqual(await edgeOf('radio'))
  await page.emulateMedia({ forcedColors: 'active' })
  const box = page.getByRole('checkbox')
  const unticked = await box.screenshot()
  await box.check()
  await box.blur()
  expect((await box.screenshot()).equals(unticked)).toBe(false)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, reducedMotion: 'reduce' })

  test('a tap leaves no fill behind on a button', async ({ page, arrange }) => {
    await arrange({ shape: 'paid', state: 'login' })
    const button = page.getByRole('button', { name: 'Send code' })
    const fill = () => button.evaluate((one) => getComputedStyle(one).backgroundColor)
    const before = await fill()
    await button.hover()
    expect(await fill()).toBe(before)
  })
})

test('the fields of a card are as high as all others', async ({ page, arrange }) => {
  await arrange({ shape: 'everything', state: 'payment' })
  await page.getByRole('button', { name: 'Credit or Debit Card' }).click()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
  const frame = page.getByText('Card number').locator('xpath=following-sibling::*').first()
  const phone = page.getByLabel('Contact number')
  expect((await frame.boundingBox())!.height).toBe((await phone.boundingBox())!.height)
})

for (const width of [390, 1280])
  test(`the bin of a line is level with its quantity${width > 390 ? ', which stands below the price' : ''}, at ${width} px`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await arrange({ shape: 'everything', state: 'basket' })
    const lines = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('spinbutton') })
    await expect(lines).toHaveCount(4)
    for (const line of await lines.all()) {
      const place = async (part: typeof line) => (await part.boundingBox())!
      const quantity = await place(line.getByRole('group', { name: /^Quantity of/ }))
      const bin = await place(line.getByRole('button', { name: /^Remove/ }))
      expect.soft(Math.abs(bin.y + bin.height / 2 - quantity.y - quantity.height / 2)).toBeLessThan(2)
      if (width === 390) continue
      const price = await place(line.getByText(/^£/).first())
      expect.soft(quantity.y).toBeGreaterThan(price.y + price.height)
      const apart = bin.x - quantity.x - quantity.width
      expect.soft(apart).toBeGreaterThanOrEqual(0)
      expect.soft(apart).toBeLessThan(8)
    }
  })

test('icons stand level with the first line of what they belong to', async ({ page, arrange }) => {
  const shifts = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main svg')].flatMap((icon) => {
        const words = icon.nextElementSibling
        if (words?.tagName !== 'SPAN' || !icon.checkVisibility() || icon.closest('a, button')) return []
        const range = document.createRange()
        range.selectNodeContents(words)
        const [line] = range.getClientRects()
        const middle = ({ top, height }: DOMRect) => top + height / 2
        return [Math.abs(middle(icon.getBoundingClientRect()) - middle(line!)) > 1 ? words.textContent : null]
      }),
    )
  for (const shape of ['paid', 'everything'] as const) {
    await arrange({ shape, state: 'order_completed' })
    await expect(page.getByRole('heading', { name: /^Order complete!/ })).toBeVisible()
    expect((await shifts()).length).toBeGreaterThan(1)
    expect((await shifts()).filter((one) => one !== null)).toEqual([])
  }
  await page.goto('/all-events/')
  expect((await shifts()).length).toBeGreaterThan(1)
  expect((await shifts()).filter((one) => one !== null)).toEqual([])
})

for (const [shape, pictures] of [
  ['paid', 1],
  ['everything', 3],
] as const)
  test(`pictures head the stub of a completed order across its whole width: ${pictures}`, async ({
    page,
    arrange,
  }) => {
    await arrange({ shape, state: 'order_completed' })
    const stub = page.getByRole('region', { name: /^Your tickets?$/ })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(stub.locator('img')).toHaveCount(pictures)
      const { left, right, top } = await stub.evaluate(
        (one) => one.getBoundingClientRect().toJSON() as DOMRect,
      )
      const boxes = await stub
        .locator('img')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
      const [first, last] = [boxes[0], boxes.at(-1)]
      const edges = [first?.left ?? 0, last?.right ?? 0].map(Math.round)
      expect(edges, `${width}`).toEqual([left + 1, right - 1].map(Math.round))
      for (const box of boxes) expect([box.top, box.height]).toEqual([top + 1, first?.height])
    }
  })

for (const [width, size] of [
  [320, '100%'],
  [390, '100%'],
  [390, '200%'],
] as const)
  test(`no link of a completed order lies over another one at ${width} px, with text of ${size}`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 4000 })
    await arrange({ shape: 'everything', state: 'order_completed' })
    const stub = page.getByRole('region', { name: 'Your tickets' })
    await expect(stub.getByRole('link', { name: /^Show ticket/ })).toHaveCount(3)
    await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size)
    const covered = await stub.evaluate((one) =>
      [...one.querySelectorAll('a, button, summary')]
        .filter((control) => control.checkVisibility())
        .flatMap((control) => {
          const { left, width: wide, top, bottom } = control.getBoundingClientRect()
          const hits = [top + 1, bottom - 1].map((y) =>
            document.elementFromPoint(left + wide / 2, y)?.closest('a, button, summary'),
          )
          return hits.some((hit) => hit && hit !== control) ? [control.textContent] : []
        }),
    )
    expect(covered).toEqual([])
  })

for (const shape of ['waiver', 'everything'] as const)
  test(`the activity terms are an amber task, and the first card after the stub of a completed order: ${shape}`, async ({
    page,
    arrange,
  }) => {
    await arrange({ shape, state: 'order_completed' })
    const stub = page.getByRole('region', { name: /^Your tickets?$/ })
    const card = (words: string) => page.locator('main section', { hasText: words }).last()
    const terms = card('Everyone taking part')
    await expect(terms).toHaveCSS('background-color', 'rgb(254, 244, 223)')
    await expect(card('A copy of your ticket wallet')).not.toHaveCSS('background-color', 'rgb(254, 244, 223)')
    const boxOf = async (part: typeof stub) => (await part.boundingBox())!
    await page.setViewportSize({ width: 1280, height: 900 })
    expect((await boxOf(terms)).y).toBe((await boxOf(stub)).y)
    await page.setViewportSize({ width: 390, height: 844 })
    const { y, height } = await boxOf(stub)
    expect((await boxOf(terms)).y - (y + height)).toBe(24)
    expect((await boxOf(card('Thank you for giving'))).y).toBeGreaterThan((await boxOf(terms)).y)
  })

test('the way to the tickets of an order is on the first screen of a low window', async ({
  page,
  arrange,
}) => {
  for (const [width, height] of [
    [1280, 720],
    [1280, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await arrange({ shape: 'paid', state: 'order_completed' })
    await expect(page.getByRole('link', { name: 'Show tickets (2)' })).toBeInViewport({ ratio: 1 })
  }
})

for (const width of [390, 1280])
  test(`the way to the wallet stays in its place when the payments of a long plan come, at ${width} px`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    let come = () => {}
    const isWanted = new Promise<void>((resolve) => (come = resolve))
    await page.route(/get_simple_info/, async (route) => {
      await isWanted
      const response = await route.fetch()
      const info = (await response.json()) as { payments: unknown[] }
      await route.fulfill({
        response,
        json: { ...info, payments: [...info.payments, ...info.payments.slice(1), info.payments[1]] },
      })
    })
    await arrange({ shape: 'plan', state: 'order_completed' })
    const wallet = page.getByRole('link', { name: 'Go to the ticket wallet' })
    await expect(wallet).toBeVisible()
    const before = await wallet.boundingBox()
    come()
    await expect(page.getByRole('button', { name: 'Show 4 more payments' })).toBeVisible()
    expect(await wallet.boundingBox()).toEqual(before)
  })

test('an empty basket shows further events beside each other, as large as in the shop, on a wide screen [BASK-02]', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await arrange({ shape: 'empty' })
  const pictures = page
    .getByRole('region', { name: 'Coming up' })
    .or(page.locator('main section'))
    .locator('img')
  await expect(pictures).toHaveCount(3)
  const boxes = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  for (const { width } of boxes) expect(width).toBeGreaterThan(250)
})

test('a completed order has no frame around its cards in forced colours', async ({ page, arrange }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await arrange({ shape: 'paid', state: 'order_completed' })
  await expect(page.getByRole('heading', { name: /^Order complete!/ })).toBeVisible()
  await expect(page.getByRole('main')).toHaveCSS('border-top-width', '0px')
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('radio buttons look like the rows of payment methods', async ({ page, arrange }) => {
    await arrange({ shape: 'plan', state: 'payment' })
    const faceOf = (element: Element) => {
      const { borderTopColor, borderTopWidth, backgroundColor, width } = getComputedStyle(element)
      return { borderTopColor, borderTopWidth, backgroundColor, width }
    }
    const method = page.getByRole('button', { name: 'Credit or Debit Card' }).locator('span').first()
    const unchosen = await method.evaluate(faceOf)
    await page.getByRole('button', { name: 'Set up a payment plan' }).click()
    const months = page.getByRole('radio', { name: 'Over 3 months' })
    expect(await months.evaluate(faceOf)).toEqual(unchosen)
    await expect(months).toHaveCSS('appearance', 'none')
  })
})
