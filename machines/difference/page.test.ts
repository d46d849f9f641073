import { describe, expect, it } from 'vitest'
import { boxesIn, layOut } from '#machines/drawing/layout.ts'
import type { Box } from '#machines/drawing/boxes.ts'
import { differenceOf } from './difference.ts'
import { markdownOf } from './markdown.ts'
import { markedBoxes } from './marked-boxes.ts'
import { pageOf } from './page.ts'
import { releaseOf } from './release.ts'
import { doorFiles } from './testing/door.ts'

/** The stuck door is gone, a bell is new, and the door closes later. */
const edited = (text: string) =>
  text
    .replace("    stuck: { description: 'Somebody must come with a key.', type: 'final' },\n", '')
    .replace("target: 'stuck'", "target: 'ringing'")
    .replace('    open: {', "    ringing: { description: 'A <bell> rings.' },\n    open: {")
    .replace('3_000', '5_000')
const editedWords = (text: string) => text.replace("stuck: 'The door is stuck'", "ringing: 'The bell rings'")

const before = releaseOf(doorFiles())
const difference = differenceOf(before, releaseOf(doorFiles(edited, editedWords)))
const [chart] = difference.charts

const inside = (box: Box): Box[] => [box, ...box.inner.flatMap(inside)]

describe('the difference of two releases, drawn', () => {
  const [box] = markedBoxes(chart!, difference)
  const byName = new Map(inside(box!).map((one) => [one.name, one]))

  it('has what is new, gone and changed side by side, each with a sign beside its colour', () => {
    expect([...byName].map(([name, { mark, title }]) => [name, mark, title])).toEqual([
      ['door', undefined, 'The door'],
      ['closed', 'changed', '≠ The door is closed'],
      ['ringing', 'added', '+ The bell rings'],
      ['open', 'changed', '≠ The door is open'],
      ['stuck', 'removed', '− The door is stuck'],
    ])
  })

  it('has a changed row with what it said before', () => {
    expect(byName.get('closed')?.rows.map(({ mark, text }) => [mark, text])).toEqual([
      ['changed', '≠ Press "Open", if it is locked → The bell rings: “Locked”'],
      ['before', 'Press "Open", if it is locked → The door is stuck: “Locked”'],
      [undefined, 'Press "Open", if there are enough people ↻'],
      [undefined, 'Press "Open" → The door is open'],
    ])
    expect(byName.get('open')?.rows.map(({ mark, text }) => [mark, text])).toEqual([
      [undefined, 'Press "Close" → The door is closed'],
      ['changed', '≠ 5 seconds pass → The door is closed'],
      ['before', '3 seconds pass → The door is closed'],
    ])
  })

  it('has the arrows that are new and gone', () => {
    const arrows = byName.get('door')?.arrows.map(({ from, to, mark }) => [from.key, to.key, mark])
    expect(arrows).toContainEqual(['closed', 'ringing', 'added'])
    expect(arrows).toContainEqual(['closed', 'stuck', 'removed'])
    expect(arrows).toContainEqual(['closed', 'open', undefined])
  })

  it('finds a place for every box', async () => {
    expect(boxesIn(await layOut(box!))).toHaveLength(byName.size)
  })
})

describe('the page of a difference', () => {
  it('is one file that needs nothing from elsewhere, and strikes what is gone', async () => {
    const page = await pageOf(difference, 'v1')
    const elsewhere = page.replaceAll('http://www.w3.org/2000/svg', '')
    expect(elsewhere).not.toMatch(/https?:|@import|<script|<link(?! rel="icon" href="data:,")/)
    expect(page).toContain('<title>What changes in the statecharts since v1</title>')
    expect(page).toContain('<del>Somebody must come with a key.</del>')
    expect(page).toContain('A &lt;bell&gt; rings.')
  })

  it('shows the screen of a state that differs, before and now, where there is a picture', async () => {
    const page = await pageOf(difference, 'v1', (id) => ({
      before: id === 'door.stuck' ? 'data:,stuck' : null,
      now: id === 'door.ringing' ? 'data:,ringing' : null,
    }))
    expect(page).toContain(
      '<figcaption>before</figcaption><img src="data:,stuck" alt="The door is stuck, before">',
    )
    expect(page).toContain('<figcaption>now</figcaption><img src="data:,ringing"')
    expect(page.match(/<figure>/g)).toHaveLength(2)
  })

  it('says that nothing has changed', async () => {
    const none = differenceOf(before, before)
    expect(await pageOf(none, 'v1')).toContain('<p>Nothing has changed in the charts.</p>')
    expect(markdownOf(none, 'v1')).toBe(
      '# What changes in the statecharts since v1\n\nNothing has changed in the charts.\n',
    )
  })
})

it('tells the difference as Markdown for a change request', () => {
  expect(markdownOf(difference, 'v1')).toBe(`# What changes in the statecharts since v1

\`+\` is new, \`−\` is gone, \`≠\` has changed.

## The door (\`door\`): 1 new, 1 gone, 2 changed

A door that closes by itself.

### The door is closed

- ≠ **Leads elsewhere:** Press "Open", if it is locked → The bell rings (shows “Locked”)
  - before: ~~Press "Open", if it is locked → The door is stuck (shows “Locked”)~~

### + The bell rings

- + **New state:** A \\<bell\\> rings.

### − The door is stuck

- − **State is gone:** ~~Somebody must come with a key.~~

### Waiting times

- ≠ **Waits for another time:** 5 seconds pass
  - before: ~~3 seconds pass~~
`)
})
