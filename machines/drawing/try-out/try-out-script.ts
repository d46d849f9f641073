import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the script of the panel: one file without modules, so that the page can be opened without a server. */
export async function tryOutScript(): Promise<string> {
  const entry = fileURLToPath(new URL('panel.client.ts', import.meta.url))
  const [built] = [
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        target: 'es2023',
        lib: { entry, formats: ['iife'], name: 'tryOut', fileName: () => 'try-out.js' },
      },
    }),
  ].flat()
  const [script] = built && 'output' in built ? built.output : []
  if (!script) throw new Error('the script of the panel was not built')
  return script.code
}
