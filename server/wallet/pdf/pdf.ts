import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'

import { readable } from './readable.ts'

type Doc = InstanceType<Awaited<ReturnType<typeof load>>>
type Part = ReturnType<Doc['struct']>

/** An open PDF. Everything drawn belongs to the structure that screen readers read, or is marked as decoration. */
export interface Pdf {
  doc: Doc
  root: Part
  /** Writes text as an element of the structure, such as `H1` or `P`, in a parent or the document. */
  write: (type: string, draw: () => void, parent?: Part) => void
  /** Opens an element that holds others, such as `Table`. */
  open: (type: string, parent?: Part) => Part
  /** Draws what screen readers skip. */
  decorate: (draw: () => void) => void
  /** Prepares typed text, of which the fonts may not have every letter. */
  readable: (text: string) => string
}

export interface PdfSettings {
  title: string
  size: 'A4' | 'A5'
  /** The date of the document: the same order has the same bytes. */
  date: Date
  /** Printed instead of text with letters that the fonts lack. */
  elsewhere: string
}

export const colours = { ink: '#1c1c26', quiet: '#595966', accent: '#5e45cd', hairline: '#d9d9de' }

const require = createRequire(import.meta.url)

/** Noto Sans, because the fonts that every PDF reader knows garble letters such as Ł. */
const fonts = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}

/** Loaded by the first PDF: shops start without it. */
const load = async () => (await import('pdfkit')).default

interface OpenFont {
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean }
}

/** Makes a tagged PDF with embedded fonts. */
export async function makePdf(settings: PdfSettings, draw: (pdf: Pdf) => void): Promise<Buffer<ArrayBuffer>> {
  const PDFDocument = await load()
  const { title, size, date, elsewhere } = settings
  const doc = new PDFDocument({
    size,
    margin: size === 'A4' ? 56 : 36,
    lang: 'en-GB',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    font: fonts.regular,
    info: { Title: title, Creator: 'Foyer', CreationDate: date, ModDate: date },
  })
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
  const whole = buffer(doc)
  // PDFKit's types leave out the open font. Regular and bold have the same letters.
  const { font } = (doc as unknown as { _font: OpenFont })._font
  const root = doc.struct('Document')
  doc.addStructure(root)
  draw({
    doc,
    root,
    write: (type, work, parent = root) => void parent.add(doc.struct(type, {}, work)),
    open: (type, parent = root) => {
      const part = doc.struct(type)
      parent.add(part)
      return part
    },
    decorate: (work) => {
      doc.markContent('Artifact', { type: 'Layout' })
      work()
      doc.endMarkedContent()
    },
    readable: (text) => readable(text, (codePoint) => font.hasGlyphForCodePoint(codePoint), elsewhere),
  })
  root.end()
  doc.end()
  return whole
}
