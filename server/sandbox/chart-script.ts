import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** The modules of the chart script, each after those that it imports. */
const modules = [
  'texts',
  'palette',
  'icons',
  'style',
  'plan',
  'api',
  'pricing',
  'validators',
  'neighbours',
  'view',
  'draw',
  'gestures',
  'popover',
  'legend',
  'seat-object',
  'selection',
  'parts',
  'drawn',
  'chart',
  'main',
]

/**
 * Makes one classic script of the modules of the chart, because the page's library loads a classic script: without their
 * types, imports and exports, in one scope.
 */
export function chartScript(): string {
  const code = modules.map((name) => {
    const source = readFileSync(new URL(`chart/${name}.ts`, import.meta.url), 'utf8')
    const code = stripTypeScriptTypes(source)
      .replaceAll(/^import [^']*'[^']*'$/gm, '')
      .replaceAll(/^export (?=(?:async )?(?:const|class|function)\b)/gm, '')
    return `// ${name}.ts\n${code}`
  })
  return `;(() => {\n${code.join('\n')}\n})()\n`
}
