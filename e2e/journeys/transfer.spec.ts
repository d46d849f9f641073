import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { newEmail } from '#e2e/buyer.ts'
import { expect, passShopTime, test } from '#e2e/test.ts'

const day = 86_400

/** Two tickets of the paid basket, newest first, with a link to their door. */
async function door(page: Page) {
  const data = { event_date_id: 'late-film-club-tuesday' }
  const { link, codes } = await (await page.request.post('/sandbox/door', { data })).json()
  return { link: String(link), codes: (codes as string[]).slice(0, 2) }
}

/** The shop's date in that many days, as dd/MM/yyyy. */
async function inDays(page: Page, days: number) {
  const { now } = await (await page.request.post('/sandbox/clock', { data: { seconds: 0 } })).json()
  const date = new Date(Date.parse(now) + days * day * 1000)
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(date)
}

/** The path in the mail that offers tickets to an email; undefined before it is sent. */
async function offerTo(page: Page, email: string) {
  const outbox = await (await page.request.get('/sandbox/outbox/')).text()
  const mail = outbox.split('<li class="panel mail">').find((one) => one.includes(`To ${email}`))
  return /\/transfers\/[\w-]+\//.exec(mail ?? '')?.[0]
}

async function checkCode(page: Page, code: string, answer: string) {
  await page.getByLabel('Or type the code').fill(code)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('status')).toContainText(answer)
}

test('transfers one ticket to a friend who accepts it, and one as a gift at its hour [XFER-01, XFER-03, XFER-15, XFER-17, XFER-18]', async ({
  page,
  browser,
  arrange,
}) => {
  const [friend, aunt] = [newEmail(), newEmail()]
  await arrange({ shape: 'paid', state: 'order_completed' })
  const before = await door(page)

  await test.step('sends one now and one tomorrow', async () => {
    await page.getByRole('button', { name: 'Transfer tickets' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transfer tickets')
    const row = (number: number) => page.getByRole('group', { name: `Recipient ${number}` })
    await row(1).getByLabel('Full name').fill('Bo Recipient')
    await row(1).getByLabel('Email').fill(friend)
    await page.getByRole('button', { name: 'Add another recipient' }).click()
    await expect(row(2).getByLabel('Full name')).toBeFocused()
    await page.keyboard.type('Cy Aunt')
    await row(2).getByLabel('Email').fill(aunt)
    await expect(row(2).getByRole('button', { name: 'One more' })).toBeHidden()
    await row(2).getByRole('checkbox', { name: 'This ticket is a gift' }).check()
    await row(2).getByText('Schedule').click()
    await row(2).getByPlaceholder('Leave a message...').fill('Happy <b>birthday</b>')
    await page.getByRole('button', { name: 'Choose in the calendar' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Today, / })).toBeFocused()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(row(2).getByLabel('Delivery date')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
    await row(2)
      .getByLabel('Delivery date')
      .fill(await inDays(page, 1))
    await row(2).getByLabel('Delivery time').fill('09:30')
    await page.getByRole('button', { name: 'Send tickets' }).click()
    await expect(page.getByText('Your tickets have been transferred')).toBeFocused()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('link', { name: 'Go to the ticket wallet' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Transfer tickets' })).toBeHidden()
  })

  await test.step('moves the ticket once the friend has proved the email in another browser', async () => {
    const other = await (await browser.newContext()).newPage()
    const path = await offerTo(page, friend)
    await other.goto(path ?? 'no mail')
    await other.getByRole('button', { name: 'Send code' }).click()
    const { code } = await (await page.request.get(`/sandbox/code?email=${friend}`)).json()
    await other.getByLabel('One-time code').fill(code)
    await other.getByRole('button', { name: 'Verify' }).click()
    await other.getByLabel('Full name').fill('Bo Recipient')
    await other.getByRole('button', { name: 'Create account' }).click()
    await other.getByRole('button', { name: 'Accept the ticket' }).click()
    await expect(other.getByRole('heading', { name: 'This ticket has been accepted' })).toBeVisible()
    expect((await new AxeBuilder({ page: other }).analyze()).violations).toEqual([])
    await other.context().close()
  })

  await test.step("refuses the sender's old code at the door, and admits the new one", async () => {
    const after = await door(page)
    const scanner = await (await browser.newContext()).newPage()
    await scanner.goto(after.link)
    const [old] = before.codes.filter((code) => !after.codes.includes(code))
    const [fresh] = after.codes.filter((code) => !before.codes.includes(code))
    await checkCode(scanner, old ?? '', 'Transferred')
    await checkCode(scanner, fresh ?? '', 'Valid')
    await scanner.context().close()
  })

  await test.step('delivers the gift at its hour, with its message as text', async () => {
    expect(await offerTo(page, aunt)).toBeUndefined()
    await passShopTime(page, 2 * day)
    await expect.poll(() => offerTo(page, aunt)).toBeDefined()
    const path = await offerTo(page, aunt)
    await page.goto(path ?? 'no mail')
    await expect(page.getByText('Happy <b>birthday</b>')).toBeVisible()
  })
})

test('corrects an offer to a mistyped address, and cancels it on the page of the order', async ({
  page,
  browser,
  arrange,
}) => {
  const [wrong, right] = [newEmail(), newEmail()]
  await arrange({ shape: 'paid', state: 'order_completed' })
  const stranger = await (await browser.newContext()).newPage()

  await test.step('corrects it after the order', async () => {
    await page.getByRole('button', { name: 'Transfer tickets' }).click()
    const row = page.getByRole('group', { name: 'Recipient 1' })
    await row.getByLabel('Full name').fill('Bo Recipient')
    await row.getByLabel('Email').fill(wrong)
    await page.getByRole('button', { name: 'Send tickets' }).click()
    await expect(page.getByText(`Offered to Bo Recipient, ${wrong}`)).toBeVisible()
    const path = (await offerTo(page, wrong)) ?? 'no mail'
    await stranger.goto(path)
    await expect(stranger.getByText('from ')).toBeVisible()
    await page.getByRole('button', { name: 'Correct the offer to Bo Recipient' }).click()
    await expect(page.getByLabel('Full name')).toBeFocused()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.getByLabel('Email').fill(right)
    await page.getByRole('button', { name: 'Offer to this address instead' }).click()
    await expect(page.getByText(`Offered to Bo Recipient, ${right}`)).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await stranger.reload()
    await expect(stranger.getByRole('heading', { name: 'This ticket has been taken back' })).toBeVisible()
    expect(await offerTo(page, right)).toBeDefined()
  })

  await test.step('finds it again after a reload', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Offered tickets' }).click()
    await expect(page.getByText(`Offered to Bo Recipient, ${right}`)).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
  })

  await test.step('cancels it on the page of the order', async () => {
    await page.getByRole('link', { name: 'Go to the ticket wallet' }).click()
    await page.getByRole('link', { name: /Order [0-9A-Z]{4}/ }).click()
    await page.getByText('Correct or cancel').click()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.getByRole('button', { name: 'Cancel the offer' }).click()
    await expect(page.getByText('You have cancelled the offer')).toBeVisible()
    await expect(page.getByText('Cancelled: still yours')).toBeVisible()
  })
  await stranger.context().close()
})
