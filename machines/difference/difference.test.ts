import { describe, expect, it } from 'vitest'
import { differenceOf, type Difference } from './difference.ts'
import { releaseOf } from './release.ts'
import { doorFiles } from './testing/door.ts'

const before = releaseOf(doorFiles())

/** An edit that replaces a part of a text, which must be there. */
const replace =
  (...parts: [from: string, to: string][]) =>
  (text: string) =>
    parts.reduce((edited, [from, to]) => {
      expect(edited).toContain(from)
      return edited.replaceAll(from, to)
    }, text)

const since = (...edits: Parameters<typeof doorFiles>) => differenceOf(before, releaseOf(doorFiles(...edits)))

/** Each difference as a line: place, label, text and what was before. */
const told = ({ charts }: Difference) =>
  charts.flatMap(({ sections }) =>
    sections.flatMap(({ title, entries }) =>
      entries.map(({ label, text, before: was, code = [] }) =>
        [`${title} | ${label}: ${text}`, was && `was ${was}`, ...code].filter(Boolean).join(' | '),
      ),
    ),
  )

describe('the difference of two releases of a chart', () => {
  it('is nothing for the same chart, or one that is only formatted and commented otherwise', () => {
    const formatted = since((text) =>
      replace(
        ['count >= enough', 'count   >=\n  enough // as agreed'],
        ['isLocked: () => false', 'isLocked: () => /* for now */ false'],
      )(text),
    )
    expect(formatted).toMatchObject({ charts: [], same: ['The door'] })
  })

  it('names a new state, and what leads to it and from it', () => {
    const edit = replace(
      ["after: { closing: { target: 'closed' } },", "after: { closing: { target: 'ringing' } },"],
      [
        '    stuck: {',
        "    ringing: { description: 'A bell rings.', on: { 'door.close': { target: 'closed' } } },\n    stuck: {",
      ],
    )
    expect(told(since(edit, replace(['states: {', "states: { ringing: 'The bell rings',"])))).toEqual([
      'The door is open | Leads elsewhere: 3 seconds pass → The bell rings | was 3 seconds pass → The door is closed',
      'The bell rings | New state: A bell rings.',
      'The bell rings | New: Press "Close" → The door is closed',
    ])
  })

  it('names a state that is gone in its own words', () => {
    const edit = replace(
      ["    stuck: { description: 'Somebody must come with a key.', type: 'final' },\n", ''],
      ["target: 'stuck'", "target: 'open'"],
    )
    expect(told(since(edit, replace([", stuck: 'The door is stuck'", ''])))).toEqual([
      'The door is closed | Leads elsewhere: Press "Open", if it is locked → The door is open (shows “Locked”) | was Press "Open", if it is locked → The door is stuck (shows “Locked”)',
      'The door is stuck | State is gone: Somebody must come with a key.',
    ])
  })

  it('calls a transition a new case where its event had one, and else new', () => {
    const edit = replace(
      ["{ guard: 'isBusy' },", "{ guard: 'isBusy' },\n{ guard: 'isLate', target: 'stuck' },"],
      ["'door.close': {", "'door.kick': { target: 'stuck' }, 'door.close': {"],
      ['isLocked: () => false', 'isLocked: () => false, isLate: () => true'],
    )
    const editWords = replace(
      ['guards: {', "guards: { isLate: 'it is late',"],
      ['events: {', "events: { 'door.kick': 'Kick it',"],
    )
    expect(told(since(edit, editWords))).toEqual([
      'The door is closed | New case: Press "Open", if it is late → The door is stuck',
      'The door is open | New: Kick it → The door is stuck',
      'Conditions | New condition: it is late',
    ])
  })

  it('tells a case that is gone from an event that nothing answers any more', () => {
    const edit = replace(["{ guard: 'isBusy' },", ''], ["on: { 'door.close': { target: 'closed' } },", ''])
    expect(told(since(edit))).toEqual([
      'The door is closed | Case is gone: Press "Open", if there are enough people (stays)',
      'The door is open | No longer: Press "Close" → The door is closed',
    ])
  })

  it('tells another condition, another event and another message', () => {
    const otherGuard = since(
      replace(["guard: 'isLocked'", "guard: 'isLate'"], ['isLocked: () => false', 'isLate: () => true']),
      replace(["isLocked: 'it is locked'", "isLate: 'it is late'"]),
    )
    expect(told(otherGuard)).toEqual([
      'The door is closed | Another condition: Press "Open", if it is late → The door is stuck (shows “Locked”) | was Press "Open", if it is locked → The door is stuck (shows “Locked”)',
      'Conditions | New condition: it is late',
      'Conditions | Condition is gone: it is locked',
    ])
    expect(
      told(since(replace(["'door.close': { target: 'closed' }", "'door.open': { target: 'closed' }"]))),
    ).toEqual([
      'The door is open | At another event: Press "Open" → The door is closed | was Press "Close" → The door is closed',
    ])
    expect(told(since(replace(["text: 'Locked'", "text: 'Use a key'"])))).toEqual([
      'The door is closed | Another message: Press "Open", if it is locked → The door is stuck (shows “Use a key”) | was Press "Open", if it is locked → The door is stuck (shows “Locked”)',
    ])
  })

  it('tells what a chart begins with, and what runs in a state', () => {
    expect(told(since(replace(["initial: 'closed'", "initial: 'open'"])))).toEqual([
      'The door | Begins with: The door is open | was The door is closed',
    ])
    const edit = replace(["'Nobody gets in.',", "'Nobody gets in.', invoke: { src: 'watchDoor' },"])
    expect(told(since(edit))).toEqual(['The door is closed | Now runs: the call watchDoor'])
  })

  it('tells another order of the cases, of which the first that holds is taken', () => {
    const locked =
      "{ guard: 'isLocked', target: 'stuck', actions: { type: 'notifyError', params: { text: 'Locked' } } },"
    const edit = replace([locked, ''], ["{ guard: 'isBusy' },", `{ guard: 'isBusy' }, ${locked}`])
    const [first, ...others] = told(since(edit))
    expect(others).toEqual([])
    expect(first).toMatch(
      /Decided in another order: Press "Open", if there are enough people \(stays\); then: Press "Open", if it is locked/,
    )
  })

  it('tells a condition that is decided in another way, also by a constant that it reads', () => {
    expect(told(since(replace(['const enough = 3', 'const enough = 4'])))).toEqual([
      'Conditions | Decided in another way: there are enough people | isBusy',
    ])
  })

  it('tells how long is waited now, and was', () => {
    expect(told(since(replace(['closing: 3_000', 'closing: 5_000'])))).toEqual([
      'Waiting times | Waits for another time: 5 seconds pass | was 3 seconds pass',
    ])
  })

  it('tells other words, and outcomes that are new or gone', () => {
    const editWords = replace(
      ["'The door is open'", "'Come in'"],
      ["'The door is closed'", "'Stay out'"],
      ['Press "Open"\'', 'Press "Enter"\''],
      ["'door.open: twice': 'Press \"Open\" twice'", "'door.open: thrice': 'Press \"Open\" thrice'"],
    )
    expect(told(since(undefined, editWords))).toEqual([
      'Stay out | Title: Stay out | was The door is closed',
      'Come in | Title: Come in | was The door is open',
      'Wording | Said otherwise: Press "Enter" | was Press "Open"',
      'Wording | New outcome: Press "Open" thrice',
      'Wording | Outcome is gone: Press "Open" twice',
    ])
  })

  it('tells promises that are new or gone', () => {
    const promise = (says: string): [string, string] => [
      "delays: { closing: '{time} pass' }",
      `delays: { closing: '{time} pass' },\n  promises: { open: [{ says: '${says}', because: [] }] }`,
    ]
    const was = releaseOf(doorFiles(undefined, replace(promise('Nobody is locked in.'))))
    const is = releaseOf(doorFiles(undefined, replace(promise('Anybody may leave.'))))
    expect(told(differenceOf(was, is))).toEqual([
      'Wording | New promise: Anybody may leave.',
      'Wording | Promise is gone: Nobody is locked in.',
    ])
  })

  it('leaves what an owner cannot see to an engineer', () => {
    expect(told(since(replace(['context.count + 1', 'context.count + 2'])))).toEqual([
      'Behind the chart | For an engineer: These actions do something else | storeCount',
    ])
    expect(told(since(replace([", actions: 'storeCount'", ''])))).toEqual([
      'The door is closed | For an engineer: Press "Open" → The door is open, which does something else | − storeCount',
    ])
  })

  it('recognises a renamed state, event, guard and delay if all else is the same', () => {
    const renamedState = since(replace(['stuck', 'jammed']), replace(['stuck:', 'jammed:']))
    expect(told(renamedState)).toEqual(['Names | Named otherwise in the code: jammed | was stuck'])
    expect(
      told(since(replace(['door.close', 'door.shut']), replace(["'door.close'", "'door.shut'"]))),
    ).toEqual(['Names | Named otherwise in the code: door.shut | was door.close'])
    expect(told(since(replace(['isBusy', 'isFull']), replace(['isBusy', 'isFull'])))).toEqual([
      'Names | Named otherwise in the code: isFull | was isBusy',
    ])
    expect(told(since(replace(['closing', 'shutting']), replace(['closing', 'shutting'])))).toEqual([
      'Names | Named otherwise in the code: shutting | was closing',
    ])
  })

  it('takes a state of another name for another state if anything else about it has changed', () => {
    const edit = replace(
      ['stuck', 'jammed'],
      ["key.', type: 'final' }", "key.', on: { 'door.close': { target: 'closed' } } }"],
    )
    const labels = told(since(edit)).map((line) => line.replace(/: .*/, ''))
    expect(labels).toContain('The door is stuck | State is gone')
    expect(labels).toContain('jammed | New state')
  })

  it('tells a release without words in those of today, and calls none of them new', () => {
    const wordless = releaseOf(new Map([...doorFiles()].slice(0, 1)))
    const difference = differenceOf(wordless, releaseOf(doorFiles(replace(['3_000', '5_000']))))
    expect(difference.hadWords).toBe(false)
    expect(told(difference)).toEqual([
      'Waiting times | Waits for another time: 5 seconds pass | was 3 seconds pass',
    ])
  })

  it('tells a chart that is new or gone, state by state', () => {
    const none = releaseOf(new Map())
    expect(differenceOf(none, before).charts).toMatchObject([{ id: 'door', title: 'The door', how: 'added' }])
    const gone = differenceOf(before, none)
    expect(gone.charts).toMatchObject([{ id: 'door', how: 'removed' }])
    expect(told(gone)).toContain('The door is open | No longer: Press "Close" → The door is closed')
  })

  it('names a file that cannot be opened, and does not call its chart gone', () => {
    const { unopened, charts } = since(replace(["target: 'open'", "target: 'nowhere'"]))
    expect(unopened).toEqual([{ file: 'machines/door.ts', reason: expect.stringContaining('nowhere') }])
    expect(charts).toEqual([])
  })
})
