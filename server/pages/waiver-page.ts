import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { acceptWaivers, findWaivers, type SaleWaivers } from '#server/buyer/waivers.ts'
import { niceDate } from '#server/catalogue/dates.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { readFlag } from '#server/http/input.ts'
import { plural } from '#src/lib/plural.ts'

import { orSayWhy } from './account-requests.ts'
import { fieldProblem } from './field.ts'
import { icon } from './icon.ts'
import { problem, showPage, tokenField } from './layout.ts'
import { nameField, noName, readFullName, type TypedName } from './name-field.ts'
import { goOn, readCarried } from './next-page.ts'
import { safeHtml } from './safe-html.ts'

const path = '/activity-terms-and-conditions/:reference/'

/** The waiver of an order, which every participant reads and accepts by name [WAIV-03, WAIV-09]. */
export const waiverPage = new Hono<ShopEnv>()

waiverPage.get(path, async (c) => {
  const found = await findWaivers(c.var.db, c.var.session, c.req.param('reference'))
  if (!found) return c.notFound()
  const { thanks, message, ticked, unticked, ...typed } = readCarried(c) ?? {}
  return thanks
    ? thank(c, found, thanks)
    : showForm(c, found, { message, ticked, unticked, typed: { ...noName, ...typed } })
})

waiverPage.post(path, async (c) => {
  const found = await findWaivers(c.var.db, c.var.session, c.req.param('reference'))
  if (!found) return c.notFound()
  const typed = readFullName(c.var.form)
  const tick: Record<string, string> = readFlag(c.var.form, 'accept')
    ? { ticked: 'yes' }
    : { unticked: 'Please tick that you accept the terms' }
  const askAgain = (message: string) => goOn(c, c.req.path, { ...typed, ...tick, message })
  if (typed.problem || tick.unticked) return askAgain('')
  return orSayWhy(askAgain, async () => {
    await acceptWaivers(c.var, found, typed.name)
    return goOn(c, c.req.path, { thanks: typed.name })
  })
})

function thank(c: Context<ShopEnv>, found: SaleWaivers, name: string) {
  return showPage(c, {
    title: 'Thank you',
    content: html`<h1>Thank you, ${name}</h1>
      <p class="lead">You have accepted the terms. Enjoy ${found.waivers[0]?.event_title ?? 'the day'}.</p>
      <p><a class="alone" href="${c.req.path}">Accept for somebody else</a></p>`,
  })
}

function showForm(
  c: Context<ShopEnv>,
  { waivers, accepted, isBuyer }: SaleWaivers,
  {
    message = '',
    ticked = '',
    unticked = '',
    typed,
  }: Partial<Record<'message' | 'ticked' | 'unticked', string | undefined>> & { typed: TypedName },
) {
  const [first] = waivers
  return showPage(c, {
    title: 'Activity Terms and Conditions',
    status: message || unticked || typed.problem ? 422 : 200,
    content: html`<p class="eyebrow">${first?.event_title}</p>
      <h1>Activity Terms and Conditions</h1>
      ${waivers.map(
        ({ title, text_html }) =>
          html`<section class="prose">
            <h2>${title}</h2>
            ${safeHtml(text_html)}
          </section>`,
      )}
      <form class="panel stack" method="post" action="${c.req.path}" novalidate>
        ${tokenField(c)} ${problem(message)} ${nameField('Your full name', typed)}
        <div>
          <label class="tick">
            <input
              type="checkbox"
              name="accept"
              value="1"
              ${ticked && 'checked'}
              ${unticked && html`aria-invalid="true" aria-describedby="accept-problem"`}
              ${unticked && !typed.problem && 'autofocus'}
            />
            <span>I have read these terms and accept them</span>
          </label>
          ${fieldProblem('accept', unticked)}
        </div>
        <button class="button" data-look="primary">Accept</button>
        <p class="quiet small">
          Every participant must accept the terms personally.
          ${accepted.length ? `${accepted.length} ${plural(accepted.length, 'name')} so far.` : 'Nobody has accepted yet.'}
        </p>
      </form>
      ${
        isBuyer && accepted.length
          ? html`<section class="panel">
              <h2>Accepted by</h2>
              <ul class="facts" role="list">
                ${accepted.map(
                  (by) =>
                    html`<li>${icon('check')} <span>${by.name}, ${niceDate(by.accepted_at)}</span></li>`,
                )}
              </ul>
            </section>`
          : ''
      }`,
  })
}
