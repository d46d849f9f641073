import { readFileSync, readdirSync } from 'node:fs'

import { expect, it } from 'vitest'

import { textsOf } from './texts-of.ts'

/** The folders whose texts buyers read, and the files in them that have none. */
const folders = ['src', 'server', 'machines']
const noTexts =
  /\.test\.tsx?$|\/testing(?:\/|\.ts$)|^server\/(?:database|figures|operations|exports|monitoring|catalogue\/file|config\.ts)|^machines\/\w+\//

const design = readFileSync('docs/design.md', 'utf8')

/** The rows of the table in docs/design.md whose first heading is given. */
function rowsOf(heading: string): string[][] {
  const [, body = ''] = design.split(new RegExp(`^\\| ${heading} .*\\n\\|[ |-]+\\n`, 'm'))
  return body
    .split('\n\n')[0]!
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.length > 0)
}

const words = rowsOf('word')
const exceptions = rowsOf('text').map(([text = '', why = '']) => ({ text, why }))
const unwanted = words.flatMap(([, , not = '']) => not.split(', '))
const pattern = new RegExp(`(?<![\\w-])(?:${unwanted.join('|')})(?![\\w-])`, 'i')

const texts = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.(?:tsx?|js)$/.test(file) && !noTexts.test(file))
  .flatMap((file) => textsOf(file, readFileSync(file, 'utf8')).map((text) => ({ file, text })))

it('uses one word for one thing in all texts', () => {
  expect(words.length).toBeGreaterThan(10)
  expect(texts.length).toBeGreaterThan(2000)
  const found = texts
    .map(({ file, text }) => ({
      file,
      text: exceptions.reduce((rest, { text: one }) => rest.replace(one, ''), text),
    }))
    .filter(({ text }) => pattern.test(text))
    .map(({ file, text }) => `${file}: ${text.trim()}`)
  expect(found).toEqual([])
})

it('writes the apostrophe as the documented texts do; organisers write their own', () => {
  const found = texts
    .filter(({ file, text }) => !file.startsWith('server/seeds/') && /[‘’]/.test(text))
    .map(({ file, text }) => `${file}: ${text.trim()}`)
  expect(found).toEqual([])
})

it('has only exceptions that are in a text, and whose requirement there is', () => {
  const requirements = readFileSync('docs/requirements.md', 'utf8')
  for (const { text, why } of exceptions) {
    expect(
      texts.some((one) => one.text.includes(text)),
      text,
    ).toBe(true)
    const id = /\[([A-Z]+-\d+)\]$/.exec(why)?.[1] ?? 'none'
    expect(requirements, text).toContain(`| ${id} |`)
  }
})

it.each([
  ['const a = <p title="Log in">Log <b>in</b> here</p>', ['Log in', 'Log ', 'in', ' here']],
  ["import x from 'log in'; const key = 'login'", []],
  ["plural(2, 'item')", ['item']],
  ['html`<p class="login">Sign ${x} in</p>`', ['<p class="login">Sign ', ' in</p>']],
  ['// log in', []],
])('reads the texts of %s', (source, expected) => {
  expect(textsOf('a.tsx', source)).toEqual(expected)
})
