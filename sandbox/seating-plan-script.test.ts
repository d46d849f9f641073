import { readdirSync } from 'node:fs'
import { Script } from 'node:vm'

import { expect, it } from 'vitest'

import { seatingPlanScript } from './seating-plan-script.ts'

it('is one classic script of all modules of the seating plan', () => {
  const code = seatingPlanScript()
  expect(() => new Script(code)).not.toThrow()
  expect(code).not.toMatch(/^(?:import|export)\b/m)
  const modules = readdirSync(new URL('seating-plan', import.meta.url)).filter(
    (name) => !name.includes('.test.'),
  )
  expect(code.match(/^\/\/ .+\.ts$/gm)).toHaveLength(modules.length)
})

it('gives each of its functions a name of its own, because its modules share one scope', () => {
  const names = [...seatingPlanScript().matchAll(/^(?:async )?function (\w+)/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
