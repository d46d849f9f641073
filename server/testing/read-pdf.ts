import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

import { scan, type Cell } from './qr-cells.ts'

/** A PDF as a reader shows it. */
export interface ReadPdf {
  title: string
  lang: string
  /** The text of each page, in the order of drawing. */
  pages: string[]
  /** What the QR code of each page says; '' for a page without one. */
  codes: string[]
  /** The alternative texts of pictures, and the roles of the structure. */
  alts: string[]
  roles: Set<string>
}

interface Node {
  role?: string
  alt?: string
  children?: Node[]
}

/** Reads a PDF back. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  const { info } = await document.getMetadata()
  const { Title = '', Language = '' } = info as { Title?: string; Language?: string | null }
  const read: ReadPdf = {
    title: Title,
    lang: Language ?? '',
    pages: [],
    codes: [],
    alts: [],
    roles: new Set(),
  }
  const visit = ({ role, alt, children = [] }: Node): void => {
    if (role) read.roles.add(role)
    if (alt) read.alts.push(alt)
    children.forEach(visit)
  }
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    read.pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    )
    const { fnArray, argsArray } = await page.getOperatorList()
    const paths = argsArray
      .filter((_, index) => fnArray[index] === OPS.constructPath)
      .map((args) => cellsOf((args as [number, [Float32Array | null]])[1][0]))
    const cells = paths.find(({ length }) => length > 100)
    read.codes.push(cells ? scan(cells, Math.max(...cells.flat()) + 5) : '')
    const tree = (await page.getStructTree()) as Node | null
    if (tree) visit(tree)
  }
  await document.destroy()
  return read
}

/** The start of each square of a path: move 0, line 1, curve 2, quadratic curve 3, close 4. */
function cellsOf(path: Float32Array | null): Cell[] {
  const cells: Cell[] = []
  const lengths = [2, 2, 6, 4, 0]
  for (let index = 0; path && index < path.length; index += 1 + (lengths[path[index] ?? 0] ?? 0))
    if (path[index] === 0) cells.push([path[index + 1] ?? 0, path[index + 2] ?? 0])
  return cells
}
