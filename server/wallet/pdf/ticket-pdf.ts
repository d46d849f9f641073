import { dateSpan, niceTime } from '#server/catalogue/dates.ts'
import { placeOf } from '#server/catalogue/event-blocks.ts'
import { photoFile } from '#server/catalogue/event-picture.ts'
import { inGroups } from '#server/outbox/content.ts'
import { drawQr } from '#server/wallet/qr.ts'
import type { WalletTicket } from '#server/wallet/wallet-ticket.ts'

import { colours, makePdf, type Pdf } from './pdf.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'

/** A ticket that can be printed: it has its entry code. */
type PrintedTicket = WalletTicket & { code: string }

/** Picks the tickets that can be printed. */
export function printedTickets(tickets: WalletTicket[]): PrintedTicket[] {
  return tickets.filter((ticket): ticket is PrintedTicket => ticket.code !== null)
}

const margin = 36
const width = 420 - 2 * margin
const qrSize = 216
const pictureGap = 12
const lowestPicture = 48

/** Makes a PDF with a page for each ticket; `date` is when the order was paid. */
export function ticketPdf(tickets: PrintedTicket[], title: string, date: Date): Promise<Buffer<ArrayBuffer>> {
  return makePdf({ title, size: 'A5', date, elsewhere: 'See your ticket page' }, (pdf) =>
    tickets.forEach((ticket, index) => {
      if (index > 0) pdf.doc.addPage()
      drawTicket(pdf, ticket)
    }),
  )
}

function drawTicket(pdf: Pdf, ticket: PrintedTicket): void {
  const { doc, write, decorate, readable, root } = pdf
  const line = (type: string, text: string, font: 'regular' | 'bold', size: number, colour = colours.ink) =>
    write(type, () =>
      doc
        .font(font)
        .fontSize(size)
        .fillColor(colour)
        .text(text, { width, height: size * 3, ellipsis: true }),
    )

  decorate(() => doc.rect(0, 0, 420, 10).fill(colours.accent))
  doc.x = margin
  doc.y = margin
  line('P', 'Foyer', 'bold', 11, colours.accent)
  doc.moveDown(0.3)
  line('H1', readable(ticket.title), 'bold', 20)
  doc.moveDown(0.2)
  line('P', readable(ticket.name), 'bold', 12)
  doc.moveDown(0.5)
  for (const [name, value] of Object.entries(factsOf(ticket)))
    if (value) {
      const top = doc.y
      write('P', () => {
        doc
          .font('regular')
          .fontSize(9)
          .fillColor(colours.quiet)
          .text(name, margin, top + 1, { width: 78 })
        doc
          .fontSize(10)
          .fillColor(colours.ink)
          .text(readable(value), margin + 82, top, { width: width - 82, height: 40, ellipsis: true })
      })
      doc.moveDown(0.2)
    }

  const { path, size } = drawQr(ticket.code)
  const top = 595 - margin - qrSize - 44
  drawPhoto(pdf, ticket.picture, top - 8 - pictureGap)
  decorate(() =>
    doc
      .moveTo(margin, top - 8)
      .lineTo(margin + width, top - 8)
      .dash(4, { space: 4 })
      .strokeColor(colours.hairline)
      .stroke()
      .undash(),
  )
  root.add(
    doc.struct('Figure', { alt: `QR code of the ticket: ${ticket.code}` }, () =>
      doc
        .save()
        .translate((420 - qrSize) / 2, top)
        .scale(qrSize / size)
        .path(path)
        .fill('#000')
        .restore(),
    ),
  )
  doc.x = margin
  doc.y = top + qrSize + 2
  write('P', () =>
    doc
      .font('bold')
      .fontSize(15)
      .fillColor(colours.ink)
      .text(ticket.code, margin, doc.y, { width, align: 'center' }),
  )
  write('P', () =>
    doc
      .font('regular')
      .fontSize(9)
      .fillColor(colours.quiet)
      .text(
        `Admits one person, once.${ticket.order_reference ? ` Order ${inGroups(ticket.order_reference)}` : ''}`,
        margin,
        doc.y + 4,
        {
          width,
          align: 'center',
        },
      ),
  )
}

/** Draws the picture of the event between its facts and the tear line at `end`, if it is the shop's own and there is room for it. */
function drawPhoto({ doc, decorate }: Pdf, picture: string, end: number): void {
  const file = photoFile(picture)
  const top = doc.y + pictureGap
  const height = end - top
  if (!file || height < lowestPicture) return
  decorate(() =>
    doc
      .save()
      .roundedRect(margin, top, width, height, 8)
      .clip()
      .image(file, margin, top, { cover: [width, height], align: 'center', valign: 'center' })
      .restore(),
  )
}

function factsOf(ticket: PrintedTicket): Record<string, string> {
  return {
    Seat: labelsInWords([ticket.seat]),
    When: dateSpan(ticket),
    Doors: ticket.doors_at ? niceTime(ticket.doors_at) : '',
    Where: placeOf(ticket),
    'Ticket holder': ticket.holder,
    Organiser: ticket.organiser_name,
  }
}
