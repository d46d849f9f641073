import { globSync } from 'node:fs'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const shop = process.env.SHOP_URL ?? 'http://localhost:3000'

/** The charts' descriptions are for their readers; the page does not need them (2.7 KiB of the first load). */
const withoutDescriptions: Plugin = {
  name: 'charts-without-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/machines\/[a-z-]+\.ts$/ },
    handler: (code) => ({
      code: code.replace(/(?<=^ *|\{ )description:\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'),?/gm, ''),
      map: null,
    }),
  },
}

const styleFiles = globSync('src/**/*.module.css').sort()

/** `row` of the eleventh style file is `row-b`: unique, readable and short in the page and in its script. */
const className = (name: string, file: string) =>
  `${name}-${styleFiles.indexOf(relative(process.cwd(), file.split('?')[0] ?? file)).toString(36)}`

interface ModuleGraph {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null
}

/** Whether a module comes with the page itself, that is by static imports from its entry. */
function isInFirstLoad(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  return !!info && (info.isEntry || info.importers.some((importer) => isInFirstLoad(importer, graph, seen)))
}

export default defineConfig({
  plugins: [withoutDescriptions, react()],
  // React has this hook since 18; the shim that @xstate/react imports is for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim/, replacement: 'use-sync-external-store' }] },
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    // A list of every step's files would weigh 1 KiB on the first load.
    modulePreload: false,
    rolldownOptions: {
      // Reading a property does nothing else in our code, and schemas and lazy components are made without effects.
      treeshake: {
        propertyReadSideEffects: false,
        manualPureFunctions: ['z', 'fields', 'list', 'map', 'oneOf', 'lazy'],
      },
      output: {
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        // One chunk for the first screen, bundler's own helpers included.
        codeSplitting: {
          groups: [
            {
              name: (id, graph) => (isInFirstLoad(id, graph) ? 'first' : null),
              debugName: 'first',
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // Everything but the app's own paths is answered by the shop (`npm run dev` starts both).
    proxy: {
      '^/(?!checkout/|events/book_seats/|src/|machines/|node_modules/|@|\\?)': {
        target: shop,
        changeOrigin: false,
      },
    },
  },
})
