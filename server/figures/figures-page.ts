import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Hono } from 'hono'
import { html, raw } from 'hono/html'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { builtFolder } from '#server/http/static.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { whenInWords } from '#server/pages/event-days.ts'
import { slashes } from '#server/pages/slashes.ts'

import { isMoveOfChart, findUnexpected, type Finding } from './conformance.ts'
import { countText, fewest, shareText, timeText } from './figure-words.ts'
import { fillDrawing, inOrder, isSlow, titlesIn } from './fill-drawing.ts'
import { isDay } from './is-day.ts'
import { inTurn } from './read-in-turn.ts'
import {
  readChoices,
  readFigures,
  readMonthAgo,
  type FigureFilter,
  type Figures,
  type StepFigure,
} from './step-figures.ts'

/** A column of the page: what was asked for, and what there is. */
interface Side {
  title: string
  filter: FigureFilter
  figures: Figures
}

type Choices = Awaited<ReturnType<typeof readChoices>>
type Content = ReturnType<typeof html>
type Say = ReturnType<typeof titlesIn>

/** How many days back the page looks for steps that the chart does not know. */
const findingDays = 30

/**
 * Serves the figures of the sales on the chart of the checkout, at `/statechart/figures/`: in the sandbox, elsewhere only with
 * `STATECHART=figures`. Two groups of sales stand side by side. What few people did is not shown. Figures may be a minute old.
 */
export function figuresRoutes(
  config: Pick<Config, 'showsFigures' | 'targetTimes'>,
  folder = builtFolder,
): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  const file = join(folder, 'statechart/figures.svg')
  if (!config.showsFigures || !existsSync(file)) return routes
  const drawing = readFileSync(file, 'utf8')
  const targets = config.targetTimes ?? {}
  const said = titlesIn(drawing)
  routes.route('/', slashes(['/statechart/figures']))
  const read = inTurn<Reading>()
  routes.get('/statechart/figures/', async (c) => {
    const { db } = c.var
    const asked = c.req.query()
    const isFirst = Object.keys(asked).length === 0
    const filters = [readFilter(asked, ''), readFilter(asked, '2')]
    const reading = await read(JSON.stringify([isFirst, filters]), async () =>
      readSides(db, isFirst ? [{ from: await readMonthAgo(db) }, {}] : filters),
    )
    return c.html(page({ ...reading, drawing, targets, said }))
  })
  return routes
}

/** Reads the figures of two groups of sales, one after the other; of the first alone if no second one is asked for. */
async function readSides(db: Database, filters: FigureFilter[]): Promise<Reading> {
  const wanted = filters.filter((filter, index) => index === 0 || Object.values(filter).some(Boolean))
  const choices = await readChoices(db, wanted)
  const sides: Side[] = []
  for (const filter of wanted)
    sides.push({ title: titleOf(filter, choices), filter, figures: await readFigures(db, filter) })
  return { filters, choices, sides, findings: await findUnexpected(db, findingDays) }
}

/** Reads a filter; what is no day, id or release counts as not asked for. */
function readFilter(asked: Record<string, string>, suffix: string): FigureFilter {
  const read = (name: string, form: RegExp) => {
    const text = asked[name + suffix] ?? ''
    return form.test(text) ? text : undefined
  }
  const day = (name: string) => {
    const text = asked[name + suffix] ?? ''
    return isDay(text) ? text : undefined
  }
  return {
    event: read('event', /^[\w-]{1,100}$/),
    from: day('from'),
    to: day('to'),
    release: read('release', /^[\w.+ -]{1,60}$/),
  }
}

function titleOf({ event, from = '', to = '', release }: FigureFilter, { events }: Choices): string {
  const title = events.find(({ id }) => id === event)?.title ?? event ?? 'All events'
  return [title, whenInWords({ span: '', from, to }), release && `release ${release}`]
    .filter(Boolean)
    .join(', ')
}

/** What the page tells. */
interface Reading {
  filters: FigureFilter[]
  choices: Choices
  sides: Side[]
  findings: Finding[]
}

interface Parts extends Reading {
  drawing: string
  targets: NonNullable<Config['targetTimes']>
  said: Say
}

const page = ({ filters, choices, sides, findings, drawing, targets, said }: Parts) =>
  html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>The checkout in figures</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/statechart/page.css" />
      </head>
      <body class="figures">
        <header>
          <h1>The checkout in figures</h1>
          <p>
            How many sales came to each step, how long they took, and where they were left: on
            <a href="/statechart/">the chart of the checkout</a>. A sale counts in the period in which it
            began. It was left where it was last, if that is over an hour ago. Times are of stays of up to an
            hour: half of them, and nine of ten, took no longer. What fewer than ${fewest} people did is not
            shown. The figures may be a minute old.
          </p>
          ${form(filters, choices)}
        </header>
        <main>
          <div class="sides">
            ${sides.map(
              ({ title, figures }) =>
                html`<section>
                  <h2>${title}</h2>
                  ${
                    isTold(figures)
                      ? html`<div
                          class="drawing"
                          tabindex="0"
                          role="region"
                          aria-label="${`Drawing: ${title}`}"
                        >
                          ${raw(fillDrawing(drawing, figures, targets))}
                        </div>`
                      : html`<p>Fewer than ${fewest} sales: there are no figures.</p>`
                  }
                </section>`,
            )}
          </div>
          ${stepTable(sides, targets, said)} ${moveTable(sides, said)} ${findingTable(findings, said)}
        </main>
      </body>
    </html>`

const isTold = ({ sales }: Figures) => sales >= fewest

const form = ([first = {}, second = {}]: FigureFilter[], choices: Choices): Content =>
  html`<form class="filters" method="get">
    ${fields('These sales', first, '', choices)} ${fields('Compare with', second, '2', choices)}
    <button>Show</button>
  </form>`

const fields = (
  legend: string,
  filter: FigureFilter,
  suffix: string,
  { events, releases }: Choices,
): Content =>
  html`<fieldset>
    <legend>${legend}</legend>
    <label>
      Event
      <select name="event${suffix}">
        <option value="">All events</option>
        ${events.map(({ id, title }) => option(id, title, filter.event))}
      </select>
    </label>
    <div class="days">
      <label>From <input type="date" name="from${suffix}" value="${filter.from ?? ''}" /></label>
      <label>To <input type="date" name="to${suffix}" value="${filter.to ?? ''}" /></label>
    </div>
    <label>
      Release
      <select name="release${suffix}">
        <option value="">All releases</option>
        ${releases.map((release) => option(release, release, filter.release))}
      </select>
    </label>
  </fieldset>`

const option = (value: string, text: string, chosen: string | undefined): Content =>
  html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${text}</option>`

const headings = ['People', 'Of all', 'Half took', '9 of 10 took', 'Errors', 'Left here']

/** The figures of the drawing as a table, for those who do not see it. */
function stepTable(sides: Side[], targets: Parts['targets'], said: Say): Content {
  const told = sides.filter(({ figures }) => isTold(figures))
  const states = inOrder(told.flatMap(({ figures }) => figures.steps)).map(({ state }) => state)
  return scrolled(
    'The steps',
    html`<thead>
        ${
          told.length > 1
            ? html`<tr>
                <td></td>
                ${told.map(({ title }) => html`<th scope="colgroup" colspan="${headings.length}">${title}</th>`)}
              </tr>`
            : ''
        }
        <tr>
          <th scope="col" class="said">Step</th>
          ${told.map(() => headings.map((heading) => html`<th scope="col">${heading}</th>`))}
        </tr>
      </thead>
      <tbody>
        ${states.map(
          (state) =>
            html`<tr>
              <th scope="row">${said(state)}</th>
              ${told.map(({ figures }) =>
                cellsOf(
                  figures.steps.find((step) => step.state === state),
                  figures,
                  targets,
                ),
              )}
            </tr>`,
        )}
      </tbody>`,
  )
}

function cellsOf(step: StepFigure | undefined, { sales }: Figures, targets: Parts['targets']): Content[] {
  if (!step || step.people < fewest)
    return [countText(step?.people ?? 0), ...headings.slice(1).map(() => '')].map(
      (text) => html`<td>${text}</td>`,
    )
  const { state, people, stays, median, ninetieth, errors, left } = step
  const time = (seconds: number | null) => (stays < fewest || seconds === null ? '–' : timeText(seconds))
  const target = targets[state]
  const mark = target
    ? `${isSlow(step, targets) ? ', over the' : ', within the'} target ${timeText(target)}`
    : ''
  const share = left < fewest ? '' : ` (${shareText(left, people)})`
  return [
    countText(people),
    shareText(people, sales),
    time(median),
    time(ninetieth) + mark,
    countText(errors),
    countText(left) + share,
  ].map((text) => html`<td>${text}</td>`)
}

function moveTable(sides: Side[], said: Say): Content {
  const told = sides.filter(({ figures }) => isTold(figures))
  const moves = new Map(
    told.flatMap(({ figures }) => figures.moves.map((move) => [`${move.from} ${move.to}`, move])),
  )
  return scrolled(
    'From step to step',
    html`<thead>
        <tr>
          <th scope="col" class="said">From</th>
          <th scope="col" class="said">To</th>
          ${told.map(({ title }) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${[...moves.values()].map(
          ({ from, to }) =>
            html`<tr>
              <th scope="row">${said(from)}</th>
              <td class="said">${said(to)}${isMoveOfChart(from, to) ? '' : ' (not on the chart)'}</td>
              ${told.map(
                ({ figures }) =>
                  html`<td>
                    ${countText(figures.moves.find((move) => move.from === from && move.to === to)?.count ?? 0)}
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>`,
  )
}

function findingTable(findings: Finding[], said: Say): Content {
  const title = `Not as the chart leads, in the last ${findingDays} days`
  if (findings.length === 0) return html`<p>${title}: nothing was reported.</p>`
  return scrolled(
    title,
    html`<thead>
        <tr>
          <th scope="col" class="said">From</th>
          <th scope="col" class="said">To</th>
          <th scope="col" class="said">Release</th>
          <th scope="col">Sales</th>
          <th scope="col">Of</th>
          <th scope="col">Refused</th>
        </tr>
      </thead>
      <tbody>
        ${findings.map(
          ({ from, to, release, sales, of, refused }) =>
            html`<tr>
              <th scope="row">${said(from)}</th>
              <td class="said">${said(to)}</td>
              <td class="said">${release}</td>
              <td>${countText(sales)}</td>
              <td>${countText(of)}</td>
              <td>${countText(refused)}</td>
            </tr>`,
        )}
      </tbody>`,
  )
}

const scrolled = (caption: string, content: Content): Content =>
  html`<div class="table" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      ${content}
    </table>
  </div>`
