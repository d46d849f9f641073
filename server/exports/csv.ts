/** A cell; null is empty. */
export type Cell = string | number | null

/** The mark by which Excel recognises UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Writes a row of CSV (RFC 4180) with its line end. Text that a spreadsheet would run as a formula gets an apostrophe before
 * it (owasp.org/www-community/attacks/CSV_Injection); numbers stay numbers.
 */
export function csvRow(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
