import { said } from '#e2e/buyer.ts'
import { expect, test } from '#e2e/test.ts'

test.describe('on a narrow screen', () => {
  for (const [width, isFolded] of [
    [767, true],
    [768, false],
  ] as const)
    test(`the order summary is ${isFolded ? 'folded into a bar' : 'open'} at ${width} px [SUMM-15]`, async ({
      page,
      arrange,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await arrange({ shape: 'paid', state: 'login' })
      const summary = page.getByRole('region', { name: 'Order summary' })
      const toggle = summary.getByRole('button', { name: 'Show basket' })
      const lines = summary.getByText('2 × Any seat')
      await expect(page.getByLabel('Email address')).toBeVisible()
      if (!isFolded) {
        await expect(toggle).toBeHidden()
        await expect(lines).toBeVisible()
        return
      }
      await expect(lines).toBeHidden()
      await expect(summary.getByText('£26.90').first()).toBeVisible()
      await expect(toggle).toHaveAttribute('aria-expanded', 'false')
      await toggle.click()
      await expect(lines).toBeVisible()
      await summary.getByRole('button', { name: 'Hide basket' }).click()
      await expect(lines).toBeHidden()
    })
})

for (const [width, isRepeated] of [
  [390, true],
  [1280, false],
] as const)
  test(`before paying, what is bought is ${isRepeated ? 'repeated' : 'left to the order summary'} at ${width} px`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await arrange({ shape: 'paid', state: 'payment' })
    const look = page.getByRole('region', { name: 'Before you pay' })
    await expect(look.getByText('Tickets go to')).toBeVisible()
    await expect(look.getByText('Late Film Club')).toBeVisible({ visible: isRepeated })
    await arrange({ shape: 'express', state: 'payment' })
    await expect(page.getByLabel('Full name')).toBeVisible()
    await expect(look).toBeVisible({ visible: isRepeated })
  })

test('shows beside the payment what is bought, when and where [SUMM-02]', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'payment' })
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText(/Late Film Club.*\d:\d\d[ap]mCanal Cinema/)
})

for (const [what, width, shape, isWide] of [
  ['of a lone event across its whole width', 1280, 'paid', true],
  ['of a lone voucher across its whole width', 1280, 'voucher', true],
  ['of each of several events small', 1280, 'everything', false],
  ['of a lone event small on a narrow screen', 767, 'paid', false],
] as const)
  test(`the order summary shows the picture ${what}`, async ({ page, arrange }) => {
    await page.setViewportSize({ width, height: 900 })
    await arrange({ shape, state: 'login' })
    const summary = page.getByRole('region', { name: 'Order summary' })
    if (width === 767) await summary.getByRole('button', { name: 'Show basket' }).click()
    const lines = summary.getByRole('list').first()
    const shares = await lines.evaluate((element) =>
      [...element.querySelectorAll('img')].map(
        ({ clientWidth }) => clientWidth / element.parentElement!.clientWidth,
      ),
    )
    expect(shares).not.toEqual([])
    for (const share of shares)
      if (isWide) expect(share).toBe(1)
      else expect(share).toBeLessThan(0.25)
  })

for (const [where, state, isWhole] of [
  ['beside the way back, ends at the edge', 'login', false],
  ['fills its row where there is no way back', 'waiver', true],
] as const)
  test(`the bar of the order summary on a phone, ${where}`, async ({ page, arrange }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await arrange({ shape: 'waiver', state })
    const summary = page.getByRole('region', { name: 'Order summary' })
    const card = (await page.getByRole('main').boundingBox())!
    const picture = (await summary.locator('img').first().boundingBox())!
    const toggle = (await summary.getByRole('button', { name: /^Show/ }).boundingBox())!
    expect(toggle.x + toggle.width).toBe(card.x + card.width)
    if (isWhole) expect(picture.x).toBe(card.x)
    else expect(picture.x).toBeGreaterThan(card.x + 50)
  })

test('the order summary shows what a plan takes today larger than the total', async ({ page, arrange }) => {
  await arrange({ shape: 'plan', state: 'payment' })
  const summary = page.getByRole('region', { name: 'Order summary' })
  const sizeOf = (text: string) =>
    summary
      .getByText(text, { exact: true })
      .last()
      .evaluate((amount) => parseFloat(getComputedStyle(amount).fontSize))
  const total = await sizeOf('£552.00')
  await page.getByRole('button', { name: 'Set up a payment plan' }).click()
  await page.getByRole('radio', { name: 'Over 3 months' }).check()
  expect(await sizeOf('£192.00')).toBe(total)
  expect(await sizeOf('£552.00')).toBeLessThan(total)
})

test('shows changes of the basket at once [SUMM-01]', async ({ page, arrange }) => {
  await arrange({ shape: 'deliverable', state: 'basket' })
  await page.getByLabel('Yes').check()
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('Refund protection')
  await page.getByText('Discount or voucher code').click()
  await test.step('shows the result of a code [BASK-56..58]', async () => {
    await page.getByLabel('Code').fill('NOTHING')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(said(page, 'Invalid code')).toBeVisible()
    await page.getByLabel('Code').fill('EARLY10')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(said(page, 'Code applied')).toBeVisible()
  })
  await test.step('shows the subtotal, and does not repeat the lines beside it [SUMM-03]', async () => {
    await expect(summary).toContainText('Subtotal')
    await expect(summary).not.toContainText('Gallery')
  })
  await test.step('shows discount, delivery, refund protection, fee and total [SUMM-04..06, SUMM-08, SUMM-09]', async () => {
    for (const text of ['EARLY10', 'Delivery', 'Refund protection', 'Booking fee', 'Total'])
      await expect(summary).toContainText(text)
  })
})

test('never shows the old choice of refund protection again once the buyer has made another [BASK-35]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'deliverable', state: 'basket' })
  const yes = page.getByLabel('Yes')
  const shown = await yes.evaluateHandle((radio: HTMLInputElement) => {
    const states: boolean[] = []
    new MutationObserver(() => states.push(radio.checked)).observe(radio, { attributes: true })
    return states
  })
  await yes.click()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Refund protection')
  await expect(yes).toBeEnabled()
  const states = await shown.jsonValue()
  expect(states.length, 'drawn while it is saved and afterwards').toBeGreaterThan(1)
  expect(new Set(states)).toEqual(new Set([true]))
})

test('the total is in sight beside each step, also with more lines than the window has room for', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await arrange({ shape: 'everything', state: 'payment', user: 'guest' })
  const summary = page.getByRole('region', { name: 'Order summary' })
  const totals = summary.locator('p, dl > div').filter({ hasText: /^Total£/ })
  await expect(totals).toHaveCount(2)
  const [, amount = 'none'] = /(£.+)/.exec(await totals.first().innerText()) ?? []
  await expect(totals.first()).toBeInViewport({ ratio: 1 })
  await expect(totals.last()).toContainText(amount)
})

for (const width of [900, 1024, 1280])
  test(`the order summary stands beside the basket as it stands beside the next step, at ${width} px [BASK-08, SUMM-01]`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const placeIn = async (state: 'basket' | 'login') => {
      await arrange({ shape: 'charity', state })
      const summary = page.getByRole('region', { name: 'Order summary' })
      const title = summary.getByRole('heading', { name: 'Order summary' })
      await expect(title).toBeVisible()
      const [card, step, stub, name] = await Promise.all(
        [page.getByRole('main'), page.getByRole('heading', { level: 1 }), summary, title].map(async (one) => {
          const { x, y, width, height } = (await one.boundingBox())!
          return { x: Math.round(x), y: Math.round(y), width: Math.round(width), end: Math.round(y + height) }
        }),
      )
      return {
        card: [card!.x, stub!.y - card!.y],
        step: [step!.x, step!.end - stub!.y],
        summary: [stub!.x, stub!.width],
        // Lower in the steps, below the picture of a lone event.
        title: name!.x,
      }
    }
    const inBasket = await placeIn('basket')
    expect(inBasket).toEqual(await placeIn('login'))
  })

for (const width of [390, 768, 1280])
  test(`the dates of further events stay whole at ${width} px [BASK-13]`, async ({ page, arrange }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const shape of ['everything', 'empty'] as const) {
      await arrange({ shape, state: 'basket' })
      const dates = page
        .getByRole('link')
        .filter({ has: page.locator('img') })
        .getByText(/\d [A-Z]\w\w \d{4}, \d+:\d\d[ap]m$/)
      await expect(dates.first()).toBeVisible()
      const lines = await dates.evaluateAll((found) =>
        found.map((date) => {
          const text = document.createRange()
          text.selectNodeContents(date)
          return [date.textContent, text.getClientRects().length]
        }),
      )
      expect(lines).toEqual(lines.map(([text]) => [text, 1]))
    }
  })

test.describe('in the basket on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('totals and "Reserve Basket" stay in sight beside the lines [BASK-08, BASK-15]', async ({
    page,
    arrange,
  }) => {
    await arrange({ shape: 'everything', state: 'basket' })
    const reserve = page.getByRole('button', { name: /^Reserve Basket/ })
    const total = page.getByRole('region', { name: 'Order summary' }).getByText('Total', { exact: true })
    const [line, button] = [
      await page.getByRole('spinbutton').first().boundingBox(),
      await reserve.boundingBox(),
    ]
    expect(Number(button?.x)).toBeGreaterThan(Number(line?.x) + Number(line?.width))
    for (const heading of ['Basket', 'Continue shopping']) {
      await page.getByRole('heading', { name: heading }).scrollIntoViewIfNeeded()
      await expect(reserve).toBeInViewport({ ratio: 1 })
      await expect(total).toBeInViewport({ ratio: 1 })
    }
  })

  for (const [what, height, size] of [
    ['text of twice the size', 800, '32px'],
    ['a low window', 500, '16px'],
  ] as const)
    test(`"Reserve Basket" comes into view when it takes the focus, with ${what} [BASK-15]`, async ({
      page,
      arrange,
    }) => {
      await page.setViewportSize({ width: 1280, height })
      await arrange({ shape: 'everything', state: 'basket' })
      await page.addStyleTag({ content: `html { font-size: ${size} }` })
      await page.getByText('Discount or voucher code').click()
      const reserve = page.getByRole('button', { name: /^Reserve Basket/ })
      await reserve.focus()
      await expect(reserve).toBeInViewport({ ratio: 1 })
    })
})
