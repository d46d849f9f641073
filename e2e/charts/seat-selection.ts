import { isDark } from '#e2e/colours.ts'
import { add, find, friday, inWords, listRow, rows, said, seats } from '#e2e/seat-buyer.ts'
import { expect } from '#e2e/test.ts'
import { answerPlan, holdAnswers, holdSeat, report, reportSelected, type Question } from './seating-plan.ts'
import { noControl, press, type Do, type Doing, type Walk } from './walk.ts'

const has = ({ path }: Doing, label: string) => path.steps.some((one) => one.label.startsWith(label))

/** Seconds for which seats are held on a path, less than the page waits for the seating plan. */
const held = 20

const answers =
  (question: Question, answer: 'plan' | 'fails' | 'nothing' = 'plan'): Do =>
  ({ page }) =>
    answerPlan(page, question, answer)

const reports =
  (name: string, ...given: unknown[]): Do =>
  ({ page }) =>
    report(page, name, ...given)

/** Reports of the session come after the seating plan has begun its own, which it does before it draws. */
const reportsSession =
  (name: string, ...given: unknown[]): Do =>
  async ({ page, gate }) => {
    await gate.made('drawPlan')
    await report(page, name, ...given)
  }

const seat = { label: 'Stalls-F-10' }

const problem =
  (text: RegExp, retry = 'Try again'): Do =>
  async ({ page }) => {
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
    await expect(page.getByRole('button', { name: retry })).toBeVisible()
  }

const expectWaiting: Do = async ({ page }) => {
  await expect(page.getByRole('main').getByText('Loading').first()).toBeVisible()
  await expect(add(page)).toBeHidden()
}

const expectNoAdding: Do = ({ page }) => expect(add(page)).toBeHidden()

const messages: Record<string, RegExp> = {
  'error changeSeats: failed': /^That could not be changed just now\. Please try again\.$/,
  'error holdBestSeats: failed': /^We could not find that many free seats\. Please try another choice\.$/,
  'done removeSeat: failed': /^We could not remove that seat from your basket\. Please try again\.$/,
  'done addSeats: unclear': /^We could not add your seats\. They are still held: please try again\.$/,
  'error addSeats: failed': /^We could not add your seats\. They are still held: please try again\.$/,
  'done changeSeats: chosen': /^Sorry, .* has just been taken\. Please choose another seat\.$/,
}

/** How the paths of `machines/seat-selection.ts` are walked in a browser. What its provider reports is simulated. */
export const seatSelection: Walk = {
  starts: {
    async ''(doing) {
      const { page, gate, kept, arrange } = doing
      if (has(doing, 'done readPlan: chosen before') || has(doing, 'seat.remove'))
        kept.set('seat', await holdSeat(page))
      const isFilled = has(doing, 'basket.remove')
      if (isFilled) await arrange({ shape: 'seats', state: 'basket' })
      await holdAnswers(page)
      // Whatever the path does not answer stays open
      for (const call of ['loadSeating', 'loadPlanScript', 'drawPlan', 'addSeats'] as const)
        gate.plan(call, 'shop')
      if (!has(doing, 'done removeSeat')) gate.hold('removeSeat')
      await page.goto(isFilled ? '/events/book_seats/winter-arena-saturday/' : friday)
    },
  },
  doings: {
    'seating.retry': press(/^(Try again|Choose more seats)$/),
    async 'plan.rendered'({ page, gate, path, step }) {
      const isFirst = path.steps.find(({ label }) => label === 'plan.rendered') === step
      if (isFirst) return gate.release('drawPlan')
      // The seating plan is drawn anew in the other colours of the device
      await page.emulateMedia({ colorScheme: (await isDark(page)) ? 'light' : 'dark' })
    },
    'plan.failed': reports('onChartRenderingFailed'),
    'session.started': reportsSession('onSessionInitialized', {
      token: 'token',
      expiresAt: '',
      expiresInSeconds: held,
    }),
    'session.expired': reportsSession('onHoldTokenExpired'),
    'countdown.over': ({ pass }) => pass(held * 1_000),
    'hold.started': reports('onHoldCallsInProgress'),
    'hold.completed': reports('onHoldCallsComplete'),
    'hold.failed': reports('onHoldFailed', [seat]),
    'selection.validated: valid': reports('onSelectionValid'),
    'selection.validated: invalid': reports('onSelectionInvalid', ['noOrphanSeats']),
    async 'seat.selected'({ page }) {
      await reportSelected(page, seat.label)
      await expect(rows(page)).toContainText([seat.label])
    },
    'seat.deselected': ({ page, kept }) =>
      report(page, 'onObjectDeselected', { label: kept.get('seat') ?? seat.label }),
    async 'seat.choose'({ page }) {
      await (await listRow(page, 'Stalls', 'F')).first().click()
    },
    'seat.remove': ({ page }) =>
      page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click(),
    'basket.remove': ({ page }) =>
      page
        .getByRole('button', { name: /^Remove .* from your basket$/ })
        .first()
        .click(),
    'seat.find': ({ page }) => find(page).click(),
    'session.renew': press('Hold the same seat again'),
    'session.restart': press('Choose other seats'),
    async 'page.shown'({ page, pass }) {
      // The device has slept: its clock has gone on, and the page's has not
      await page.clock.setSystemTime(Date.now() + 3_600_000)
      await pass(1_000)
    },
    'page.restored': ({ page }) =>
      page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    async 'basket.add'(doing) {
      const { page } = doing
      // Nothing is chosen, so there is no button to press
      if (has(doing, 'done readPlan: nothing')) {
        await expect(said(page, /^Choose at least one seat to go on\.$/)).toBeVisible()
        await expect(add(page)).toBeHidden()
        return noControl
      }
      if (has(doing, 'error addSeats'))
        await page.evaluate(() => {
          const { seatsio } = window as unknown as { seatsio: { charts: object[] } }
          Object.defineProperty(seatsio.charts[0], 'holdToken', {
            get() {
              throw new Error('The seating plan is out of order')
            },
          })
        })
      if (has(doing, 'after departure'))
        // The browser gets no page to open
        await page.context().route('**/checkout/', (route) => route.fulfill({ status: 204 }))
      await add(page).click()
    },
    'done readPlan': answers('listCategories'),
    'done readPlan: no prices': answers('listCategories', 'nothing'),
    'error readPlan': answers('listCategories', 'fails'),
    'done changeSeats': answers('deselectObjects'),
    'error changeSeats': answers('deselectObjects', 'fails'),
    'done holdBestSeats': answers('holdBestAvailable'),
    'error holdBestSeats': answers('holdBestAvailable', 'fails'),
    'done renewSession': answers('startNewSession'),
    'error renewSession': answers('startNewSession', 'fails'),
    'error addSeats': () => Promise.resolve(),
    // It comes with the page.
    'done listBasketSeats': () => Promise.resolve(),
  },
  answers: {
    'done loadSeating: not offered': (real) => ({
      ...(real as object),
      seating_plan_layout: {
        seating_plan_provider: { provider: 'another', public_key: 'key', region: 'eu' },
      },
    }),
    'error loadSeating: failed with a message': { status: 400, json: { error: 'It is over' } },
    'done addSeats: refused': { status: 400, json: { error: 'Sold' } },
    'done addSeats: session over': { status: 400, json: { error: 'Over', expired_token: true } },
    'done addSeats: unclear': { status: 500, body: '' },
    'done removeSeat: refused': { status: 400, json: { error: 'It is paid' } },
    'done removeSeat: failed': { status: 500, body: '' },
  },
  contents: {
    loading: ({ page }) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
    loading_failed: problem(/^We could not load the seats of this event\. Please try again\.$/),
    not_offered: problem(/^Seats for this date cannot be chosen here\.$/),
    loading_script: expectWaiting,
    plan_failed: problem(/^The seating plan could not be loaded\./),
    added: problem(/^Your seats are in your basket\.$/, 'Choose more seats'),
    'open.rendering': expectWaiting,
    'open.reading': expectNoAdding,
    async 'open.choosing.held'(doing) {
      const { page, step, kept } = doing
      await expect(find(page)).toBeVisible()
      const message = messages[step.label]
      if (message) await expect(said(page, message)).toBeVisible()
      const name = kept.get('seat')
      if (step.label !== 'done readPlan: chosen before' || !name) return
      await expect(rows(page)).toContainText([name])
      await expect(add(page)).not.toHaveAttribute('aria-disabled')
    },
    'open.choosing.holding': expectNoAdding,
    'open.asking.changing': expectNoAdding,
    async 'open.asking.finding'({ page }) {
      await expect(find(page)).toHaveAttribute('aria-busy', 'true')
    },
    async 'open.expired'({ page, step, kept }) {
      await expect(said(page, /Nothing has been added to your basket/)).toBeVisible()
      await expect(add(page)).toBeHidden()
      if (step.label !== 'seat.deselected')
        await expect(said(page, new RegExp(inWords(kept.get('seat') ?? ''))).first()).toBeVisible()
    },
    'open.renewing': expectNoAdding,
    async 'open.removing'({ page }) {
      await expect(seats(page).getByText('Removing the seat from your basket…')).toBeVisible()
      await expect(add(page)).toBeHidden()
    },
    async 'open.adding'({ page }) {
      await expect(add(page)).toHaveAttribute('aria-busy', 'true')
    },
  },
  impossible: {
    'error removeSeat': 'a failure is one of the outcomes',
    'error listBasketSeats': 'what cannot be read is not listed',
    'error openAddress': 'the address of the checkout is always allowed',
  },
}
