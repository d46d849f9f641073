import type { Amount } from '#server/outbox/content.ts'

import type { Invoice } from './invoice.ts'
import { colours, makePdf, type Pdf } from './pdf.ts'

const margin = 56
const width = 595 - 2 * margin
const amountWidth = 90
const bottom = 842 - margin

/** Draws an invoice. */
export function invoicePdf({
  title,
  date,
  address,
  facts,
  tables,
  note,
}: Invoice): Promise<Buffer<ArrayBuffer>> {
  return makePdf({ title, size: 'A4', date, elsewhere: 'See the page of your order' }, (pdf) => {
    drawHead(pdf, address, facts)
    for (const [heading, rows] of Object.entries(tables)) drawTable(pdf, heading, rows)
    if (note) {
      pdf.doc.moveDown(1)
      line(pdf, 'P', note, 9, colours.quiet)
    }
  })
}

function drawHead(pdf: Pdf, address: string, facts: Invoice['facts']): void {
  const { doc, readable } = pdf
  line(pdf, 'P', 'Foyer', 12, colours.accent, 'bold')
  if (address) line(pdf, 'P', address, 9, colours.quiet)
  doc.moveDown(0.6)
  line(pdf, 'H1', 'Invoice', 24, colours.ink, 'bold')
  doc.moveDown(0.4)
  for (const [name, lines] of Object.entries(facts)) {
    const value = lines.map(readable).filter(Boolean).join('\n')
    if (!value) continue
    const top = doc.y
    pdf.write('P', () => {
      doc
        .font('regular')
        .fontSize(9)
        .fillColor(colours.quiet)
        .text(name, margin, top + 1, { width: 100 })
      doc
        .fontSize(10)
        .fillColor(colours.ink)
        .text(value, margin + 104, top, { width: width - 104 })
    })
    doc.moveDown(0.2)
  }
}

function drawTable(pdf: Pdf, heading: string, rows: Amount[]): void {
  if (rows.length === 0) return
  const { doc } = pdf
  doc.moveDown(1.2)
  if (doc.y > bottom - 80) doc.addPage()
  line(pdf, 'H2', heading, 12, colours.ink, 'bold')
  const table = pdf.open('Table')
  for (const row of rows) drawRow(pdf, table, row)
}

function drawRow(
  pdf: Pdf,
  table: ReturnType<Pdf['open']>,
  { text, note = '', terms = '', parts = '', amount, isSum, isTotal }: Amount,
) {
  const { doc, write, decorate, open, readable } = pdf
  const textWidth = width - amountWidth - 12
  const font = isSum || isTotal ? 'bold' : 'regular'
  const words = readable(text)
  const small = [note, terms, parts].map(readable).filter(Boolean).join('\n')
  const height =
    doc.font(font).fontSize(10).heightOfString(words, { width: textWidth }) +
    (small ? doc.font('regular').fontSize(9).heightOfString(small, { width: textWidth }) : 0)
  if (doc.y + height + 10 > bottom) doc.addPage()
  const top = doc.y + 5
  const row = open('TR', table)
  write(
    'TH',
    () => {
      doc.font(font).fontSize(10).fillColor(colours.ink).text(words, margin, top, { width: textWidth })
      if (small) doc.font('regular').fontSize(9).fillColor(colours.quiet).text(small, { width: textWidth })
    },
    row,
  )
  write(
    'TD',
    () =>
      doc
        .font(font)
        .fontSize(10)
        .fillColor(colours.ink)
        .text(amount, margin + width - amountWidth, top, { width: amountWidth, align: 'right' }),
    row,
  )
  const end = top + height + 5
  decorate(() =>
    doc
      .moveTo(margin, end)
      .lineTo(margin + width, end)
      .lineWidth(0.5)
      .strokeColor(colours.hairline)
      .stroke(),
  )
  doc.x = margin
  doc.y = end
}

function line(
  { doc, write, readable }: Pdf,
  type: string,
  text: string,
  size: number,
  colour: string,
  font: 'regular' | 'bold' = 'regular',
): void {
  write(type, () =>
    doc.font(font).fontSize(size).fillColor(colour).text(readable(text), margin, doc.y, { width }),
  )
}
