import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, type InputType } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
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

/** Leaves out Vite's loader of the styles of lazy scripts, which have none, and its lists of them: 1.2 KiB of the first load. */
const withoutStyleLoader: Plugin = {
  name: 'scripts-without-style-loader',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
  // Spaces, as the source maps count columns; the minifier comes later.
  renderChunk: (code) => ({
    code: code.replaceAll(/,\s*__VITE_PRELOAD__/g, (list) => ' '.repeat(list.length)),
    map: null,
  }),
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

/**
 * Puts the styles of the first load into the page itself, and those of all lazy scripts into one file, which the page names:
 * `src/checkout/lazy-styles.ts` loads it, again if it could not be loaded, as Vite would not.
 */
const withStylesInPage: Plugin = {
  name: 'styles-in-page',
  enforce: 'post',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    // Shared chunks first: the styles of a step may change those of the components in it.
    const inOrder = chunks.toSorted(
      (a, b) => Number(b.facadeModuleId === null) - Number(a.facadeModuleId === null),
    )
    const withImports = (some: typeof chunks): typeof chunks => {
      const imports = some.flatMap((chunk) => chunk.imports)
      const more = chunks.filter((chunk) => imports.includes(chunk.fileName) && !some.includes(chunk))
      return more.length > 0 ? withImports([...some, ...more]) : some
    }
    const stylesOf = (some: typeof chunks) => {
      const files = new Set(some.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
      return [...files].map((file) => {
        const asset = bundle[file]
        if (asset?.type !== 'asset') throw new Error(`the build has no ${file}`)
        return { file, text: String(asset.source).trim() }
      })
    }
    const firstLoad = withImports(
      chunks
        .filter(({ isEntry, name }) => isEntry || name.startsWith('first-'))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    )
    const first = stylesOf(firstLoad)
    const known = new Set(first.map(({ file }) => file))
    const lazy = stylesOf(inOrder).filter(({ file }) => !known.has(file))
    for (const { file } of [...first, ...lazy]) delete bundle[file]
    const source = lazy.map(({ text }) => text).join('')
    const name = this.getFileName(this.emitFile({ type: 'asset', name: 'lazy.css', source }))
    // For the shop, which draws a screen with just its own (server/checkout/drawn-parts.ts).
    const texts = Object.fromEntries(lazy.map(({ file, text }) => [file, text]))
    this.emitFile({ type: 'asset', fileName: '.vite/styles.json', source: JSON.stringify(texts) })
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('the build has no index.html')
    const inPage = [
      `<meta name="styles" content="/${name}" />`,
      ...firstLoad
        .filter(({ isEntry }) => !isEntry)
        .map(({ fileName }) => `<link rel="modulepreload" href="/${fileName}" />`),
      `<style>${first.map(({ text }) => text).join('')}</style>`,
    ].join('\n    ')
    page.source = String(page.source).replace(/<link rel="stylesheet"[^>]*>/, () => inPage)
  },
}

/**
 * Leaves out scripts that are empty, which would be a request each: what several steps share may be nothing but styles, whose class
 * names are inlined. Where they were imported there are spaces instead, as the source maps count columns.
 */
const withoutEmptyScripts: Plugin = {
  name: 'without-empty-scripts',
  enforce: 'post',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const empty = chunks.filter(
      ({ code, isEntry, isDynamicEntry }) => !isEntry && !isDynamicEntry && code.trim() === '',
    )
    for (const { fileName, viteMetadata } of empty) {
      const statement = `import"./${basename(fileName)}";`
      for (const chunk of chunks.filter(({ imports }) => imports.includes(fileName))) {
        if (!chunk.code.includes(statement)) throw new Error(`${chunk.fileName} has no ${statement}`)
        chunk.code = chunk.code.replace(statement, () => ' '.repeat(statement.length))
        chunk.imports = chunk.imports.filter((other) => other !== fileName)
        const styles = chunk.viteMetadata?.importedCss ?? new Set()
        const own = [...styles]
        styles.clear()
        for (const file of [...(viteMetadata?.importedCss ?? []), ...own]) styles.add(file)
      }
      delete bundle[fileName]
      delete bundle[`${fileName}.map`]
    }
  },
}

type Screen = 'checkout' | 'seats'

/** Returns index.html as one of the two screens waits for its script: without comments, indents and the parts that are marked as the other's. */
const pageOf = (screen: Screen, html: string) =>
  html
    .replace(/ *<!-- (checkout|seats) -->\n([^]*?) *<!-- \/\1 -->\n/g, (_, owner: Screen, part: string) =>
      owner === screen ? part : '',
    )
    .replaceAll(/ *<!--.*?-->\n|^ +/gm, '')

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

/** The roots of the parts of the first load that follow the entry, in the order in which they run (src/app/main.ts). */
const firstParts = ['src/app/checkout-actor.ts', 'src/app/start-page.tsx', 'src/app/react-part.ts']

/**
 * The number of the part of the first load that a module is in: the first whose root imports it, so that no part needs a later one.
 * The entry is 0, and a module that no part imports has Infinity.
 */
function firstPartOf(id: string, graph: ModuleGraph, seen = new Set<string>()): number {
  if (seen.has(id)) return Infinity
  seen.add(id)
  const info = graph.getModuleInfo(id)
  if (!info) return Infinity
  const own = info.isEntry ? 0 : firstParts.findIndex((root) => id.endsWith(`/${root}`)) + 1 || Infinity
  return Math.min(own, ...info.importers.map((importer) => firstPartOf(importer, graph, seen)))
}

const { BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_NDIRECT } = constants
/** How Brotli may write distances (RFC 7932, section 4): postfix bits and direct codes. */
const distanceCodes = [
  [0, 0],
  [0, 15],
  [1, 2],
  [2, 4],
  [3, 8],
] as const

/**
 * Compresses in several ways and keeps the shortest. One way alone makes the first load up to 0.15 KiB longer, by chance: whenever the
 * names of its files change.
 */
async function shortestBrotli(content: InputType): Promise<Buffer> {
  const ways = distanceCodes.map(([postfix, direct]) =>
    promisify(brotliCompress)(content, {
      params: { [BROTLI_PARAM_NPOSTFIX]: postfix, [BROTLI_PARAM_NDIRECT]: direct },
    }),
  )
  return (await Promise.all(ways)).reduce((shortest, one) => (one.length < shortest.length ? one : shortest))
}

/** The shop sends these files as they are (server/http/static.ts). */
const compressed = compression({
  include: [/\.(js|css|svg|json|webmanifest)$/],
  exclude: [/\.map$/],
  threshold: 1024,
  algorithms: [defineAlgorithm(shortestBrotli), defineAlgorithm('gzip', { level: 9 })],
  filename: (file, { algorithm }) => `${file}.${algorithm === 'gzip' ? 'gz' : 'br'}`,
})

/** `vite build`: the page. */
const forThePage: UserConfig = {
  build: {
    target: 'es2022',
    // Not named in the scripts, as the shop does not send them.
    sourcemap: 'hidden',
    manifest: true,
    // A list of every step's files would weigh 1 KiB on the first load.
    modulePreload: false,
    // For `withStylesInPage`.
    cssCodeSplit: true,
    rolldownOptions: {
      // For `withInlinedClassNames`.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // Every name is in the first load; no fewer characters do for more than 64 scripts.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: (id, graph) => {
                const part = firstPartOf(id, graph)
                return part < Infinity ? `first-${part}` : null
              },
              debugName: 'first',
            },
            // Half a line each that several steps share: a request of their own has 0.6 KiB of headers.
            { name: 'small', test: /\/src\/ui\/(leave-focus|bring-into-view|(use-)?is-dark)\.ts$/ },
          ],
        },
      },
    },
  },
}

/** `vite build --ssr src/app/draw.ts`: what draws the page's first screen in the shop, in one folder that needs no package. */
const forTheShop: UserConfig = {
  build: {
    outDir: 'dist-shop',
    copyPublicDir: false,
  },
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    withoutChartNotes,
    withoutChartTypes,
    withoutStyleLoader,
    withInlinedClassNames,
    withStylesKept,
    react(),
    ...(isSsrBuild ? [] : [withStylesInPage, withoutEmptyScripts, withSeatsPage, compressed]),
  ],
  resolve: {
    alias: [
      // React has had this hook since version 18: 0.3 KiB of the first load.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: 'use-sync-external-store/shim', replacement: 'react' },
      ...(isSsrBuild
        ? [{ find: '#src/lib/sanitised-html.ts', replacement: '/src/lib/sanitised-html.shop.ts' }]
        : []),
    ],
  },
  css: {
    modules: {
      // File and class, as in "notice_title": no two style sheets share a name.
      generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  ...(isSsrBuild ? forTheShop : forThePage),
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
}))
