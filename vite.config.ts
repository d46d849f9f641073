import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

const shop = process.env.SHOP_URL ?? 'http://localhost:3000'

/** Leaves out of the page what charts say to their readers: descriptions and meta, 2.5 KiB of the first load. */
const withoutChartNotes: Plugin = {
  name: 'charts-without-notes',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/machines\/[a-z-]+\.ts$/ },
    handler: (code) => ({
      code: code
        .replace(/(?<=^ *|\{ )description:\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'),?/gm, '')
        .replace(/^ *meta: \{[^}]*\},$/gm, ''),
      map: null,
    }),
  },
}

/** Leaves out Vite's loader of the styles of lazy scripts, which have none, 0.6 KiB of the first load. */
const withoutStyleLoader: Plugin = {
  name: 'scripts-without-style-loader',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** Leaves out of the page what charts declare for the compiler alone: types, and the actors and notices that the page provides. */
const withoutChartTypes: Plugin = {
  name: 'charts-without-types',
  apply: 'build',
  transform: {
    filter: { id: /\/machines\/[a-z-]+\.ts$/ },
    handler: (code) => ({
      code: code
        .replace(/\b(?:types|actors): \{(?:\s|\/\*\*.*\*\/|\w+: \{\},?)*\},/g, '')
        .replace(/\b(?:notify|send)\w+: \([_, params]*\) => \{\},?/g, ''),
      map: null,
    }),
  },
}

/** Imports class names one by one instead of as an object, so that they are inlined, 0.6 KiB of the first load. */
const withInlinedClassNames: Plugin = {
  name: 'class-names-inlined',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.+\.tsx$/ },
    handler: (code) => ({
      code: code.replace(/^import (\w+) from (?='[^']+\.module\.css'$)/gm, 'import * as $1 from '),
      map: null,
    }),
  },
}

/** Keeps the styles of modules whose class names are all inlined: nothing else imports them. */
const withStylesKept: Plugin = {
  name: 'styles-kept',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, moduleSideEffects: 'no-treeshake', map: null }),
  },
}

type Screen = 'checkout' | 'seats'

/** Returns index.html as one of the two screens waits for its script: without the parts that are marked as the other's. */
const pageOf = (screen: Screen, html: string) =>
  html.replace(/ *<!-- (checkout|seats) -->\n([^]*?) *<!-- \/\1 -->\n/g, (_, owner: Screen, part: string) =>
    owner === screen ? part : '',
  )

/** Serves index.html for each of the two screens, and builds seats.html beside it [CONT-04, CONT-06]. */
const withSeatsPage: Plugin = {
  name: 'seats-page',
  transformIndexHtml: (html, { server, originalUrl = '' }) =>
    server && pageOf(originalUrl.startsWith('/events/book_seats/') ? 'seats' : 'checkout', html),
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build has no index.html')
      const html = String(page.source)
      page.source = pageOf('checkout', html)
      this.emitFile({ type: 'asset', fileName: 'seats.html', source: pageOf('seats', html) })
    },
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

/** The shop sends these files as they are (server/http/static.ts). */
const compressed = compression({
  include: [/\.(js|css|svg|json|webmanifest)$/],
  exclude: [/\.map$/],
  threshold: 1024,
  algorithms: ['brotliCompress', defineAlgorithm('gzip', { level: 9 })],
})

export default defineConfig({
  plugins: [
    withoutChartNotes,
    withoutChartTypes,
    withoutStyleLoader,
    withInlinedClassNames,
    withStylesKept,
    withSeatsPage,
    react(),
    compressed,
  ],
  resolve: {
    alias: [
      // React has had this hook since version 18: 0.3 KiB of the first load.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: 'use-sync-external-store/shim', replacement: 'react' },
    ],
  },
  css: {
    modules: {
      // File and class, as in "notice_title": no two style sheets share a name.
      generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  build: {
    target: 'es2022',
    // Not named in the scripts, as the shop does not send them.
    sourcemap: 'hidden',
    manifest: true,
    // A list of every step's files would weigh 1 KiB on the first load.
    modulePreload: false,
    // One style sheet: Vite does not fetch the styles of a lazy script again when they could not be loaded.
    cssCodeSplit: false,
    rolldownOptions: {
      // For `withInlinedClassNames`.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // Every name is in the first load; 6 characters do for 64 scripts.
        chunkFileNames: 'assets/[hash:7].js',
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
