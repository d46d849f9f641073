import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { build, type Plugin } from 'vite'
import { withFaults, type Fault } from './mutants.ts'

/** The output folder of `npm run build`, which the shop serves. */
const built = 'dist'
const kept = 'dist.kept'
/** What draws the first screen in the shop: away meanwhile, so that the page itself is tried, not its difference from a drawing. */
const drawing = 'dist-shop'

/** Lists the files of ours that the page consists of: those with code in a script of its build. */
export async function bundledFiles(): Promise<string[]> {
  const files = new Set<string>()
  const collect: Plugin = {
    name: 'bundled-files',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, { renderedLength }] of Object.entries(chunk.modules))
          if (renderedLength > 0) files.add(relative('.', id))
      }
    },
  }
  await build({ logLevel: 'warn', build: { write: false }, plugins: [collect] })
  return [...files].filter((file) => /^(src|machines)\/.*\.tsx?$/.test(file)).sort()
}

/** Builds the page with all faults in it, none of them on, and keeps the page that was there. */
export async function buildWith(faults: readonly Fault[]): Promise<void> {
  const put: Plugin = {
    name: 'faults',
    enforce: 'pre',
    // Before any plugin changes the text, in which the faults have their places
    load(id) {
      const inside = faults.filter(({ file }) => file === relative('.', id))
      return inside.length > 0 ? withFaults(readFileSync(id, 'utf8'), inside) : null
    },
  }
  if (existsSync(built) && !existsSync(kept)) renameSync(built, kept)
  if (existsSync(drawing)) renameSync(drawing, `${drawing}.kept`)
  await build({ logLevel: 'warn', plugins: [put] })
}

/** Puts the page back that was there before; without one there is none. */
export function removeFaults(): void {
  rmSync(built, { recursive: true, force: true })
  if (existsSync(kept)) renameSync(kept, built)
  if (existsSync(`${drawing}.kept`)) renameSync(`${drawing}.kept`, drawing)
}
