import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesLoadedBy } from './import-graph.ts'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
const write = (name: string, source: string) => {
  writeFileSync(join(folder, name), source)
  return join(folder, name)
}

it('follows static and lazy imports and re-exports, circular ones too, but no type imports', () => {
  const test = write('a.test.ts', "import { b } from './b.ts'\nimport type { T } from './types.ts'\n")
  const b = write('b.ts', "export { c } from './c.tsx'\nexport type {\n  T,\n} from './types.ts'\n")
  const c = write('c.tsx', "import './a.test.ts'\nconst step = lazy(() => import('./lazy.ts'))\n")
  const lazy = write('lazy.ts', "import 'react'\nimport './missing.ts'\n")
  write('types.ts', 'export type T = string\n')
  expect(filesLoadedBy(test)).toEqual(new Set([test, b, c, lazy]))
})

it('resolves the # alias', () => {
  expect(filesLoadedBy('src/checkout/rules/fees.test.ts')).toContain('src/checkout/rules/fees.ts')
  expect(filesLoadedBy('server/payments/orders/claim.test.ts')).toContain('src/lib/money.ts')
})
