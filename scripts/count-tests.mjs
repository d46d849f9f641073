import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Adds up the counts of all test runners in a log, and prints `N passed, N failed`. Exits with 1 if a test failed or none passed. */
const text = stripVTControlCharacters(readFileSync(process.argv[2], 'utf8'))
const sum = (pattern) => [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0)

const unit = [...text.matchAll(/^\s*Tests\s+(.*)$/gm)].map(([, line]) => line).join('\n')
const count = (lines, word) =>
  [...lines.matchAll(new RegExp(`(\\d+) ${word}`, 'g'))].reduce((n, [, c]) => n + Number(c), 0)
const passed = count(unit, 'passed') + sum(/^\s+(\d+) passed \(/gm)
const failed = count(unit, 'failed') + sum(/^\s+(\d+) failed$/gm)
console.log(`${passed} passed, ${failed} failed`)
process.exit(passed > 0 && failed === 0 ? 0 : 1)
