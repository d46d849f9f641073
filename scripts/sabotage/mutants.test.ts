import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { otherMessage } from './code-mutators.ts'
import { kindNames, mutantsIn, withFaults, type Kind, type Mutant } from './mutants.ts'

/** Writes one fault into a text. */
const withFault = (text: string, mutant: Mutant) => withFaults(text, [{ ...mutant, number: 7 }])

/** What a parser says against a text. */
function complaints(file: string, text: string) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest) as ts.SourceFile & {
    parseDiagnostics: ts.Diagnostic[] // left out of the public types
  }
  return source.parseDiagnostics.map(({ messageText }) => messageText)
}

const view = (jsx: string) => `export const View = () => (\n  ${jsx}\n)\n`
const chart = (setup: string, config = '') =>
  `export const machine = setup({ ${setup} }).createMachine({ ${config} })\n`

/** A text with faults of a kind, and how each is written, the switch as FAULT. */
const samples: [kind: Kind, file: string, text: string, written: string[]][] = [
  [
    'handler removed',
    'a.tsx',
    view('<button onClick={() => pay()} onFocus={look}>Pay</button>'),
    [
      'onClick={((...all) => FAULT ? undefined : (() => pay())(...all))}',
      'onFocus={(FAULT ? undefined : (look))}',
    ],
  ],
  [
    'handler removed',
    'a.ts',
    `addEventListener('online', found)\n`,
    [`{ if (!FAULT) addEventListener('online', found) }`],
  ],
  [
    'guard inverted',
    'a.ts',
    chart('guards: { isPaid: ({ context }) => context.isPaid, isAny: or([]) }'),
    [
      'isPaid: ((...all) => FAULT ? !(({ context }) => context.isPaid)(...all) : (({ context }) => context.isPaid)(...all))',
    ],
  ],
  ['guard inverted', 'a.ts', 'if (total > 0) pay()\n', ['if ((FAULT ? !(total > 0) : (total > 0))) pay()']],
  [
    'error swallowed',
    'a.ts',
    'try {\n  pay()\n} catch (error) {\n  tell(error)\n}\n',
    ['catch (error) { if (!FAULT) {\n  tell(error)\n} }'],
  ],
  [
    'error swallowed',
    'a.ts',
    'pay().catch((error) => tell(error)).catch(() => {})\n',
    ['.catch(((...all) => FAULT ? undefined : ((error) => tell(error))(...all))).catch(() => {})'],
  ],
  [
    'error swallowed',
    'a.ts',
    chart('', `invoke: { src: 'pay', onError: { target: 'failed' } }`),
    [`onError: [{ guard: () => !!FAULT }, ...[].concat({ target: 'failed' })]`],
  ],
  [
    'focus not moved',
    'a.tsx',
    'function next(a?: HTMLElement) {\n  const b = a\n  b?.focus()\n}\n' +
      view('<input autoFocus ref={focus} />'),
    ['{ if (!FAULT) b?.focus() }', 'autoFocus={!FAULT}', 'ref={(FAULT ? undefined : (focus))}'],
  ],
  [
    'amount changed',
    'a.ts',
    `/** Adds amounts in pence. */\nexport function sum(a: number, b: number) {\n  return a + b\n}\nconst text = formatMoney(cost, '£')\n`,
    ['return (FAULT ? (a) - (b) : (a + b))', `formatMoney((FAULT ? (cost) + 100 : (cost)), '£')`],
  ],
  [
    'heading gone',
    'a.tsx',
    view('<Step title="Payment"><h2>Pay {now}</h2></Step>'),
    [`title={FAULT ? '' : "Payment"}`, '<h2>{FAULT ? null : <>Pay {now}</>}</h2>'],
  ],
  [
    'delay changed',
    'a.ts',
    chart('delays: { tick: 1_000 }'),
    ['tick: ((...all) => FAULT ? 10 * (1_000) : (1_000))', 'tick: ((...all) => FAULT ? 0 : (1_000))'],
  ],
  [
    'text dropped',
    'a.tsx',
    view('<div><p>No refunds.</p>{isNew && <Notice>New</Notice>}</div>'),
    ['<div>{FAULT ? null : <p>No refunds.</p>}', '{isNew && (FAULT ? null : (<Notice>New</Notice>))}'],
  ],
  [
    'field not sent',
    'a.ts',
    `request(ignored, 'POST', path, { ...line, code, value: decimal(line.value) })\n`,
    ['...(FAULT ? {} : { code })', '...(FAULT ? {} : { value: decimal(line.value) })'],
  ],
  [
    'message swapped',
    'a.tsx',
    `const reasons = { closed: 'The sale has ended.' }\nconst why = () => \`Only \${count} tickets left\`\n` +
      view('<Notice>This code is wrong.</Notice>'),
    [
      `get closed() { return FAULT ? "${otherMessage}" : 'The sale has ended.' }`,
      `(FAULT ? "${otherMessage}" : (\`Only \${count} tickets left\`))`,
      `<Notice>{FAULT ? "${otherMessage}" : <>This code is wrong.</>}</Notice>`,
    ],
  ],
  [
    'attribute removed',
    'a.tsx',
    view('<input required aria-label="Code" disabled={isBusy} />'),
    [
      'required={!FAULT}',
      'aria-label={FAULT ? undefined : "Code"}',
      'disabled={(FAULT ? undefined : (isBusy))}',
    ],
  ],
]

describe.each(samples)('%s in %s', (kind, file, text, written) => {
  const mutants = mutantsIn(file, text).filter((mutant) => mutant.kind === kind)
  const texts = mutants.map((mutant) =>
    withFault(text, mutant).replaceAll('globalThis.sabotage?.(7)', 'FAULT'),
  )

  it('is found at each of its places and nowhere else', () => {
    expect(mutants).toHaveLength(written.length)
    written.forEach((part, index) => expect(texts[index]).toContain(part))
  })

  it('changes one place only and still parses', () => {
    mutants.forEach(({ start, end }, index) => {
      const changed = texts[index] ?? ''
      expect(changed.startsWith(text.slice(0, start))).toBe(true)
      expect(changed.endsWith(text.slice(end))).toBe(true)
      expect(complaints(file, changed)).toEqual([])
    })
  })
})

it('has a sample of each kind', () => {
  expect(new Set(samples.map(([kind]) => kind))).toEqual(new Set(kindNames))
})

/** Shares mutants out so that those of one share do not overlap. */
function apart(mutants: readonly Mutant[]): Mutant[][] {
  const shares: Mutant[][] = []
  for (const mutant of mutants) {
    const free = shares.find((share) =>
      share.every(({ start, end }) => end <= mutant.start || start >= mutant.end),
    )
    if (free) free.push(mutant)
    else shares.push([mutant])
  }
  return shares
}

it('leaves every file of the page parsable, whichever fault it has', () => {
  const files = globSync('{src,machines}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.|testing|machines\/paths/.test(file),
  )
  const broken = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return apart(mutantsIn(file, text)).flatMap((share) => {
      const faults = share.map((mutant, index) => ({ ...mutant, number: index + 1 }))
      return complaints(file, withFaults(text, faults)).map((complaint) => ({ file, complaint }))
    })
  })
  expect(broken).toEqual([])
})

it('gives a fault an id that stays when lines before it change', () => {
  const text = 'if (total > 0) pay()\n'
  const [before] = mutantsIn('a.ts', text)
  const [after] = mutantsIn('a.ts', `const one = 1\n${text}`)
  expect(after?.id).toBe(before?.id)
  expect(mutantsIn('a.ts', text + text).map(({ id }) => id)[1]).not.toBe(before?.id)
})

it('is right while no fault is on, and wrong while one is', () => {
  const text = '/** Adds pence. */\nfunction sum(a, b) {\n  return a + b\n}\n'
  const [mutant] = mutantsIn('a.js', text).filter(({ kind }) => kind === 'amount changed')
  const run = (isOn: boolean) =>
    Function('globalThis', `${withFault(text, mutant!)} return sum(5, 3)`)({ sabotage: () => isOn })
  expect([run(false), run(true)]).toEqual([8, 2])
})
