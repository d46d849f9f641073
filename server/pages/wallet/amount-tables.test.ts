import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'

import { wordsOf } from '#server/testing/order-pages.ts'

import { amountTable, linesTable } from './amount-tables.ts'

const kind = 'Kind: Full refund up to the day before'
const line = (text: string, terms?: string) => ({
  ...{ text, terms, amount: '£20.00' },
  ...{ note: 'Concert, Fri 25 Dec 2026, 7:30pm', parts: '£18.00 + £2.00 fee' },
})
const words = (...lines: ReturnType<typeof line>[]) => wordsOf(String(linesTable(lines))).trim()
const of = (text: string) => `${text} £20.00 Concert, Fri 25 Dec 2026, 7:30pm £18.00 + £2.00 fee`

describe('what was bought', () => {
  it('has below each line when it is, what its price consists of, and when it is refunded', () => {
    expect(words(line('1 × adult', kind))).toBe(`What you bought ${of('1 × adult')} ${kind}`)
  })

  it('says terms once that all tickets share, also beside a gift voucher', () => {
    expect(words(line('1 × adult', kind), line('1 × child', kind), line('1 × £25 voucher'))).toBe(
      `What you bought ${of('1 × adult')} ${of('1 × child')} ${of('1 × £25 voucher')} ${kind} (all tickets)`,
    )
  })

  it.each([['Non-refundable'], ['']])('says terms at each line if those of another are "%s"', (other) => {
    expect(words(line('1 × adult', kind), line('1 × child', other))).toBe(
      `What you bought ${of('1 × adult')} ${kind} ${of('1 × child')}${other && ` ${other}`}`,
    )
  })

  it('has what is said of an amount announced with the line that it belongs to', () => {
    const { document } = new Window()
    const html = (caption: string) => String(amountTable(caption, [line('1 × adult'), line('1 × child')]))
    document.write(html('What you bought') + html('Summary'))
    const notes = [...document.querySelectorAll('.amount-notes > td')]
    const headings = notes.map((note) => document.getElementById(note.getAttribute('headers') ?? ''))
    expect(headings.map((heading) => heading?.textContent)).toEqual([
      ...['1 × adult', '1 × child'],
      ...['1 × adult', '1 × child'],
    ])
    expect(new Set(headings).size).toBe(4)
  })
})
