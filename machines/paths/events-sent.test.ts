import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { machines } from './names.ts'

/** The code of the page and the charts, without tests, fakes and generated paths. */
const code = ['src/**/*.{ts,tsx}', 'machines/*.ts']
  .flatMap((pattern) => globSync(pattern))
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  // Declarations of events: `| { type: 'code.verify'; code: string }`
  .replaceAll(/(?:\||\bas)\s*\(*\{ type: '[\w.]+'/g, '')

const isSent = (type: string) => new RegExp(`'${type.replaceAll('.', '\\.')}'(?!\\??:)`).test(code)

it.each([...machines])(
  'every event that the chart %s handles is sent by a component, an actor or a chart',
  (_, { events }) => {
    const own = events.filter((type) => !type.startsWith('xstate.') && type !== '*')
    expect(own.filter((type) => !isSent(type))).toEqual([])
  },
)
