import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** The modules of the renderer's script, each after those that it imports. */
const modules = [
  'texts',
  'elements',
  'style',
  'plan',
  'api',
  'pricing',
  'validators',
  'neighbours',
  'view',
  'seat-object',
  'gestures',
  'drawing',
  'card',
  'legend',
  'parts',
  'selection',
  'hall-view',
  'renderer',
  'main',
]

/**
 * Makes one classic script of the renderer's modules, because the page's library loads a classic script: without their
 * types, imports and exports, in one scope.
 */
export function seatingPlanScript(): string {
  const code = modules.map((name) => {
    const source = readFileSync(new URL(`seating-plan/${name}.ts`, import.meta.url), 'utf8')
    const code = stripTypeScriptTypes(source)
      .replaceAll(/^import [^']*'[^']*'$/gm, '')
      .replaceAll(/^export (?=(?:async )?(?:const|class|function)\b)/gm, '')
    return `// ${name}.ts\n${code}`
  })
  return `;(() => {\n${code.join('\n')}\n})()\n`
}
