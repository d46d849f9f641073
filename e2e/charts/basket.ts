import type { Page } from '@playwright/test'
import { said } from '#e2e/buyer.ts'
import { asPlainPage, isDrawnPage } from '#e2e/plain-page.ts'
import { expect, step } from '#e2e/test.ts'
import type { Outline } from '#machines/paths/index.ts'
import type { CallName } from '#machines/testing/fake-shop.ts'
import { noControl, type Do, type Doing, type Walk } from './walk.ts'

const calls: CallName[] = [
  'updateTicketQuantity',
  'updateGiftVoucherQuantity',
  'removeFromBasket',
  'removeGiftVoucherFromBasket',
  'updateRefundProtection',
  'setCode',
  'loadCheckout',
]

const has = ({ path }: Doing, label: string) => path.steps.some((one) => one.label.startsWith(label))

/** A basket in which everything on the path can be done. */
function shapeFor(doing: Doing) {
  if (has(doing, 'quantity.change: below')) return 'minimum'
  const isAbout = ['quantity.change: voucher', 'voucher.', 'ticket.add'].some((label) => has(doing, label))
  return isAbout ? 'everything' : 'deliverable'
}

/** The first time on the path that a line is put back, if none was removed on it before: then its start has to remove one. */
const additionAtOnce = ({ path }: Doing) => {
  const first = path.steps.find(({ label }) => /^(?:ticket|voucher)\.(?:add|remove)$/.test(label))
  return first?.label.endsWith('.add') ? first.label : undefined
}

/** The start of a chart whose shop does not put lines into the basket. */
const withoutAdding = 'of a shop that adds no line'

/** Lets no call of the basket be answered that the path does not answer. */
function holdTheRest(doing: Doing) {
  const { gate } = doing
  if (has(doing, 'facts.changed')) gate.plan('refreshCheckout', 'shop')
  if (has(doing, 'done updateRefundProtection: chosen again')) gate.plan('updateRefundProtection', 'shop')
  for (const call of calls) gate.plan(call, 'shop')
}

const arrangeBasket =
  (isRefused: boolean): Do =>
  (doing) =>
    doing.gate.whileOpen(async () => {
      await doing.arrange({
        shape: shapeFor(doing),
        state: 'basket',
        ...(isRefused && { nextReserve: 'error' as const }),
      })
      await expect(reserve(doing.page)).toBeVisible()
      const addition = doing.path.start === withoutAdding ? undefined : additionAtOnce(doing)
      if (addition) {
        await (addition === 'ticket.add' ? ticketRemoval(doing.page) : removals(doing.page).last()).click()
        await expect(undo(doing.page)).toBeFocused()
      }
      holdTheRest(doing)
    })

const reserve = (page: Page) => page.getByRole('button', { name: /^Reserve Basket/ })
const quantities = (page: Page) => page.getByRole('spinbutton', { name: /^Quantity of/ })
const ticketQuantity = (page: Page) => quantities(page).first()
const voucherQuantity = (page: Page) => quantities(page).last()
const removals = (page: Page) => page.getByRole('button', { name: /^Remove/ })
/** Removes tickets whose quantity can be changed: seats are not put back. */
const ticketRemoval = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('spinbutton') })
    .first()
    .getByRole('button', { name: /^Remove/ })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const protection = (page: Page, name: 'Yes' | 'No') => page.getByRole('radio', { name, exact: true })

const addOne = async (field: ReturnType<typeof quantities>) =>
  field.fill(String(Number(await field.inputValue()) + 1))

const show: Do = ({ page }) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Nothing can be removed or reserved, and the page says why. */
const expectUpdating: Do = async ({ page }) => {
  await expect(reserve(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(reserve(page)).toHaveAccessibleDescription('Your basket is being updated.')
  for (const removal of await removals(page).all())
    await expect(removal).toHaveAttribute('aria-disabled', 'true')
}

/** One of the lines is going. */
const expectGoing: Do = async (doing) => {
  await expectUpdating(doing)
  await expect(doing.page.locator('button[aria-label^="Remove"][aria-busy="true"]')).toHaveCount(1)
}

/** Why a step cannot follow those before it: no basket of the sandbox has both gift vouchers and tickets with a minimum. */
const noBasketHasBoth = ({ steps }: Outline, at: number) => {
  const labels = steps.slice(0, at + 1).map(({ label }) => label)
  const hasMinimum = labels.includes('quantity.change: below the minimum')
  return hasMinimum && labels.some((label) => label.includes('voucher'))
    ? 'no basket of the sandbox has both gift vouchers and tickets with a minimum'
    : null
}

const putBack: Do = async ({ page, path }) => {
  if (path.start !== withoutAdding) return undo(page).click()
  await expect(undo(page)).toHaveCount(0)
  return noControl
}

/** How the paths of `machines/basket.ts` are walked in a browser. */
export const basket: Walk = {
  starts: {
    '': arrangeBasket(false),
    // A buyer comes back to the basket whose reservation was refused
    async 'to be loaded'(doing) {
      await arrangeBasket(true)(doing)
      await reserve(doing.page).click()
      await doing.pass(300)
    },
    async [withoutAdding](doing) {
      const { context } = doing
      await context.route(isDrawnPage, asPlainPage)
      await context.route('**/ajax/checkout/checkout/get/', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), can_add_lines: false } })
      })
      await arrangeBasket(false)(doing)
      await context.unroute('**/ajax/checkout/checkout/get/')
    },
  },
  doings: {
    'quantity.change: ticket': ({ page }) => addOne(ticketQuantity(page)),
    'quantity.change: voucher': ({ page }) => addOne(voucherQuantity(page)),
    async 'quantity.change: below the minimum'(doing) {
      const { page } = doing
      // The checkout is read anew before the basket is, which waits for it
      if (has(doing, 'facts.changed')) await show(doing)
      await ticketQuantity(page).fill('1')
      await expect(said(page, /^You must purchase a minimum of \d+ tickets of this type$/)).toBeVisible()
    },
    'ticket.remove': ({ page }) => removals(page).first().click(),
    'ticket.add': putBack,
    'voucher.add': putBack,
    'voucher.remove': ({ page }) => removals(page).last().click(),
    async 'protection.choose'({ page }) {
      const isAgain = await protection(page, 'Yes').isChecked()
      // Another choice is possible while the first is being saved, which the control tells as disabled
      await protection(page, isAgain ? 'No' : 'Yes').click({ force: true })
    },
    async 'done updateRefundProtection: chosen again'({ page, gate }) {
      await protection(page, 'No').click({ force: true })
      await gate.release('updateRefundProtection')
      await expect(protection(page, 'No')).toBeChecked()
    },
    async 'code.apply'({ page, path }) {
      const isValid = path.steps.some(({ label }) => label === 'done setCode: applied')
      await page.getByText('Discount or voucher code').click()
      await page.getByLabel('Code', { exact: true }).fill(isValid ? 'EARLY10' : 'NOTHING')
      await page.getByRole('button', { name: 'Apply' }).click()
    },
    async 'basket.reserve'({ page, step: { state } }) {
      await reserve(page).click({ force: true })
      // The basket lacks tickets: the button says so, and is inert
      if (state !== 'open.ready') return
      await expect(reserve(page)).toHaveAttribute('aria-disabled', 'true')
      return noControl
    },
    async 'facts.changed'(doing) {
      const { gate, path } = doing
      if (!path.steps.some(({ label }) => label.includes('below'))) await show(doing)
      await gate.release('refreshCheckout')
    },
  },
  impossible: {
    'quantity.change: below the minimum': noBasketHasBoth,
    'quantity.change: voucher': noBasketHasBoth,
    'voucher.remove': noBasketHasBoth,
    'voucher.add': noBasketHasBoth,
  },
  answers: {
    'done loadCheckout: paid': (real) => ({ ...(real as object), payment_complete: true }),
  },
  contents: {
    async 'open.ready'({ page }) {
      await expect(step(page, 'basket').getByRole('heading', { level: 1 })).toHaveText('Basket')
      for (const removal of await removals(page).all())
        await expect(removal).not.toHaveAttribute('aria-disabled')
      const isBelow = await said(page, /^You must purchase a minimum/).isVisible()
      if (!isBelow) return expect(reserve(page)).not.toHaveAttribute('aria-disabled')
      await expect(reserve(page)).toHaveAccessibleDescription('One type of ticket is below its minimum.')
    },
    async 'open.pausing'({ page, step: { label } }) {
      await expect(reserve(page)).toHaveAttribute('aria-disabled', 'true')
      await expect(removals(page).first()).not.toHaveAttribute('aria-disabled')
      if (label === 'done setCode: invalid') await expect(said(page, 'Invalid code')).toBeVisible()
    },
    'updating.sending_ticket_quantity': expectUpdating,
    'updating.sending_voucher_quantity': expectUpdating,
    'updating.removing_ticket': expectGoing,
    'updating.removing_voucher': expectGoing,
    async 'updating.saving_protection'(doing) {
      await expectUpdating(doing)
      await expect(protection(doing.page, 'Yes')).toHaveAttribute('aria-disabled', 'true')
    },
    async 'updating.applying_code'(doing) {
      await expectUpdating(doing)
      await expect(doing.page.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-busy', 'true')
    },
    async 'updating.reloading'({ page }) {
      await expect(reserve(page)).toHaveAttribute('aria-disabled', 'true')
    },
    async leaving({ page }) {
      await expect(reserve(page)).toHaveAttribute('aria-busy', 'true')
    },
  },
}
