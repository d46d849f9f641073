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
      code: code.replace(/^ *description:\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'),?$/gm, ''),
      map: null,
    }),
  },
}

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
  build: {
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    // A list of every step's files would weigh 1 KiB on the first load.
    modulePreload: false,
    rolldownOptions: {
      output: {
        // Two chunks for the first screen: libraries, which stay the same from release to release, and ours.
        codeSplitting: {
          groups: [
            {
              name: (id, graph) =>
                isInFirstLoad(id, graph) ? (id.includes('/node_modules/') ? 'libraries' : 'first') : null,
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
