import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readLog, statesAfter, trialOf, wordsOf } from './session-log.ts'
import { statesAt, walk } from './trial.ts'

/** The log of a purchase in the sandbox: a charity's basket, a captcha, a new guest, paid by card. */
const text = readFileSync(new URL('a-purchase.log.json', import.meta.url), 'utf8')
const lines = readLog(text)
const indexOf = (said: string) => lines.findIndex((line) => line.text.includes(said))

describe('the log of a session', () => {
  it('is read as JSON, as its lines, and as bare text', () => {
    const { lines: said } = JSON.parse(text) as { lines: string[] }
    expect(lines).toHaveLength(said.length)
    expect(readLog(JSON.stringify(said))).toEqual(lines)
    expect(readLog(said.join('\n'))).toEqual(lines)
  })

  it.each(['', 'hello', '{"lines":[]}', 'null', '[1]'])('is refused if it is none: %j', (wrong) => {
    expect(() => readLog(wrong)).toThrow('This is no session log')
  })

  it('says in words what has happened, and calls as they were logged', () => {
    expect(wordsOf(lines[indexOf('checkout donation.skip')]!)).toBe('Press "Skip donation"')
    expect(wordsOf(lines[indexOf('reserve_tickets')]!)).toMatch(
      /^POST \/ajax\/checkout\/checkout\/reserve_tickets\/ 200/,
    )
  })

  it('shows for each line the states of all charts', () => {
    const paying = statesAfter(lines, indexOf('payment payment.pay'))
    expect(paying).toEqual(
      expect.arrayContaining([
        'checkout.holding',
        'checkout.holding.payment.paying',
        'payment.open.paying',
        'countdown.running',
      ]),
    )
    expect(paying.at(-1)).toBe('payment.open.paying')
    expect(paying).not.toContain('account.confirmed')
  })

  it('becomes a walk through the charts to where the buyer came, of the basket that explains most', () => {
    const trial = trialOf(lines)
    expect(trial?.start).toBe('charity')
    expect(trial?.steps).toEqual(
      expect.arrayContaining(['done reserveTickets: captcha', 'donation.skip', 'done sendPayment: success']),
    )
    const { place, wrong } = walk(trial!)
    expect(wrong).toBeNull()
    expect(statesAt(place).at(-1)).toBe('checkout.paid.order_completed')
  })

  it('becomes no walk if the page was opened later than in the basket', () => {
    expect(trialOf(lines.slice(indexOf('basket.reserve')))).toBeNull()
  })
})
