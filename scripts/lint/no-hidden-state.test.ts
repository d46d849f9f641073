import { ESLint } from 'eslint'
import { join } from 'node:path'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { noHiddenState } from './no-hidden-state.ts'

const { stateOutsideCharts } = (await import(join(process.cwd(), 'eslint.config.js'))) as {
  stateOutsideCharts: Record<string, string>
}

const rule = 'foyer/no-hidden-state'
const lint = new ESLint()
const withoutList = new ESLint({
  overrideConfigFile: true,
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser },
    plugins: { foyer: { rules: { 'no-hidden-state': noHiddenState } } },
    rules: { [rule]: 'error' },
  },
})

/** The lines of a file on which the lint of the project finds state outside the charts. */
async function linesOf(code: string, file = 'src/actors/invented.ts') {
  const [result] = await lint.lintText(code, { filePath: file })
  return result?.messages.filter(({ ruleId }) => ruleId === rule).map(({ line }) => line)
}

describe('state outside the charts', () => {
  it.each([
    ['a variable of a module', 'export let attempts = 0'],
    ['an empty collection of a module', 'export const sent = new Set<string>()'],
    ['an object of a class', 'export const client = new Client()'],
    [
      'a list that a function fills',
      'const sent: string[] = []\nexport const send = (call: string) => sent.push(call)',
    ],
    [
      'an object that a function changes',
      'const open = { call: { id: "" } }\nexport const end = () => void (open.call.id = "")',
    ],
    [
      'a table that a function changes',
      'const names = new Map([["a", "b"]])\nexport const drop = () => names.delete("a")',
    ],
    ['a variable in a closure', 'export function create() {\n  let sent = 0\n  return () => (sent += 1)\n}'],
    [
      'a collection in a closure',
      'export function create() {\n  const sent = new Set()\n  return (id: string) => sent.add(id)\n}',
    ],
    [
      'a variable of an actor',
      'export const actor = fromCallback(() => {\n  let last = ""\n  listen((step) => (last = step))\n})',
    ],
    ['a ref', 'export const useLast = () => useRef(0)'],
  ])('is found: %s', async (_, code) => {
    expect(await linesOf(code)).toHaveLength(1)
  })

  it.each([
    ['a constant', 'export const pause = 300'],
    ['a table', 'const names = new Map([["a", "b"]])\nexport const name = (id: string) => names.get(id)'],
    ['a formatter', 'export const dates = new Intl.DateTimeFormat("en-GB")'],
    ['a pattern', 'export const digits = new RegExp("^[0-9]+$")'],
    ['a list made while the module loads', 'const all: string[] = []\nall.push("a")\nexport { all }'],
    [
      'a variable within a call',
      'export function sum(list: number[]) {\n  let sum = 0\n  list.forEach((one) => (sum += one))\n  return sum\n}',
    ],
  ])('is not: %s', async (_, code) => {
    expect(await linesOf(code)).toEqual([])
  })

  it('is looked for in steps and charts too, but not in tests; refs are for src/ui', async () => {
    const code = 'export let attempts = 0\n'
    expect(await linesOf(code, 'src/checkout/steps/reserve/invented.tsx')).toEqual([1])
    expect(await linesOf(code, 'machines/invented.ts')).toEqual([1])
    expect(await linesOf(code, 'src/actors/invented.test.ts')).toEqual([])
    expect(await linesOf('export const useLast = () => useRef(0)', 'src/ui/use-last.ts')).toEqual([])
  })

  it('has a reason in every listed file, and every listed file has some', async () => {
    const files = Object.keys(stateOutsideCharts)
    const results = await withoutList.lintFiles(files)
    const having = results.filter(({ messages }) => messages.some(({ ruleId }) => ruleId === rule))
    expect(having.map(({ filePath }) => filePath).sort()).toEqual(
      files.map((file) => join(process.cwd(), file)).sort(),
    )
    expect(Object.values(stateOutsideCharts).filter((reason) => !reason)).toEqual([])
  })
})
