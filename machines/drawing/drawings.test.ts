import { beforeAll, describe, expect, it } from 'vitest'
import { models } from '#machines/paths/charts.ts'
import { transitionsOf } from '#machines/paths/transitions.ts'
import { boxesOf, type Box } from './boxes.ts'
import { drawingsOf, fileOf, type Drawing } from './drawings.ts'

const machines = [...new Map(models.map(({ machine }) => [machine.id, machine])).values()]
const checkout = machines.find(({ id }) => id === 'checkout')!

let drawings: Drawing[]
beforeAll(async () => {
  drawings = await drawingsOf(machines)
})
const drawingOf = (id: string) => drawings.find((drawing) => drawing.id === id)!

const inside = (box: Box): Box[] => [box, ...box.inner.flatMap(inside)]

describe('the drawings of the charts', () => {
  it('have arrows only between boxes beside each other', () => {
    const arrows = machines.flatMap(({ root }) =>
      inside(boxesOf(root, new Set())).flatMap((box) => box.arrows.map((arrow) => ({ box, ...arrow }))),
    )
    expect(arrows.length).toBeGreaterThan(100)
    expect(arrows.filter(({ box, from, to }) => from.parent !== box.node || to.parent !== box.node)).toEqual(
      [],
    )
  })

  it('tell every transition that leads somewhere, in a row', () => {
    const told = new Set(
      drawings.flatMap(({ svg }) =>
        [...svg.matchAll(/ data-keys="([^"]*)"/g)].flatMap(([, keys = '']) => keys.split('|')),
      ),
    )
    const untold = machines
      .flatMap((machine) => transitionsOf(machine))
      .filter(({ key, definition }) => definition.target && !told.has(key))
    expect(untold.map(({ key }) => key)).toEqual([])
  })

  it('show the hold, its expiry and the way to the bank at a glance', () => {
    const { svg } = drawingOf('checkout')
    expect(svg).toMatch(/class="state outer holds" data-state="checkout\.holding"/)
    expect(svg).toMatch(
      /class="arrow told" data-from="checkout\.holding" data-to="checkout\.basket".*the hold expires/,
    )
    expect(svg).toMatch(
      /class="arrow told outside" data-from="checkout\.holding\.payment" data-to="checkout\.holding\.awaiting_truelayer".*to the bank and back/,
    )
  })

  it('stay narrow enough to be read, and their arrows hardly cross', () => {
    expect(drawingOf('checkout').width).toBeLessThan(840)
    expect(Math.max(...drawings.map(({ crossings }) => crossings))).toBeLessThanOrEqual(2)
  })

  it('have the words of the tester in their rows, and no code beside the names of states', () => {
    const texts = drawings.flatMap(({ svg }) =>
      [...svg.matchAll(/<text x[^>]*>([^<]*)/g)].map(([, text]) => text),
    )
    expect(texts).toContain('The shop demands a captcha → Captcha')
    expect(texts.filter((text) => /_|\bxstate\b|\bis[A-Z]/.test(text ?? ''))).toEqual([])
  })

  it('say what each step is for, and name the step that a row leads into', () => {
    const { svg } = drawingOf('checkout')
    const texts = [...svg.matchAll(/<text class="about"[^>]*>([^<]*)/g)].map(([, text]) => text).join(' ')
    expect(texts).toContain('The charity asks for a donation, which can be skipped.')
    const rows = [...svg.matchAll(/<g class="row".*?<\/g>/g)].map(([row]) => row.replaceAll(/<[^>]+>/g, ' '))
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toContain(
      'The basket stops with an error → Finding the step: The checkout could not be loaded',
    )
    expect(drawingOf('countdown').svg).toContain('The countdown ticks once a second.')
  })

  it('open their inner charts: a folded step, and the chart that runs in it', () => {
    expect(drawingOf('checkout').svg).toMatch(
      /data-state="checkout\.holding\.payment" [^>]*data-opens="checkout\.holding\.payment payment"/,
    )
    const opened = drawings.flatMap(({ svg }) =>
      [...svg.matchAll(/ data-opens="([^"]*)"/g)].flatMap(([, ids = '']) => ids.split(' ')),
    )
    expect(opened.filter((id) => !drawingOf(id))).toEqual([])
  })

  it('leave a place for the picture of a screen where there is one', async () => {
    const countdown = machines.filter(({ id }) => id === 'countdown')
    const [plain, pictured] = await Promise.all(
      [new Set<string>(), new Set(['countdown.running'])].map((pictures) => drawingsOf(countdown, pictures)),
    )
    expect(plain?.[0]?.svg).not.toContain('<image')
    expect(pictured?.[0]?.svg).toContain('<image href="pictures/countdown.running.webp"')
    expect(pictured?.[0]?.height).toBe((plain?.[0]?.height ?? 0) + 220)
  })

  it('are drawn anew for paper where they are too large for a page of A3, with all their words and no picture', async () => {
    expect(drawingOf('countdown').sheet).toBeNull()
    const [pictured] = await drawingsOf([checkout], new Set(['checkout.basket']))
    const sheet = pictured?.sheet?.columns.join('') ?? ''
    expect(pictured?.sheet?.columns.length).toBeGreaterThan(1)
    expect(pictured?.svg).toContain('<image')
    expect(sheet).not.toMatch(/<image| (?:id|data-\w+)=/)
    const wordsIn = (svg: string) =>
      new Set([...svg.matchAll(/<text[^>]*>([^<]*)/g)].flatMap(([, line = '']) => line.split(' ')))
    const printed = wordsIn(sheet)
    expect([...wordsIn(pictured?.svg ?? '')].filter((word) => !printed.has(word))).toEqual([])
  })

  it('are files that need nothing else', () => {
    const file = fileOf(drawingOf('countdown'))
    expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>\n<style>/)
    expect(file.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|<script/)
  })

  it('lead back only in rows, except from the hold to the basket', () => {
    const { arrows, inner } = boxesOf(checkout.root, new Set())
    const order = inner.map(({ node }) => node)
    const back = arrows.filter(({ from, to }) => order.indexOf(to) < order.indexOf(from))
    expect(back.map(({ from, to }) => [from.key, to.key])).toEqual([['holding', 'basket']])
  })
})
