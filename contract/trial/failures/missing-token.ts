import { callEntries } from '#contract/calls.ts'
import { readExamples } from '#contract/examples.ts'
import type { Trial } from '#contract/trial/trial.ts'
import { enter } from '#contract/trial/walk.ts'
import type { FormFields } from '#src/http/form-encoding.ts'
import { anyWalk } from './walk-for.ts'

/** Calls that are POST and change nothing: without the token they do no harm. */
const reading = [
  'getAddressAllCountriesStates',
  'getUserAddresses',
  'lookupAddress',
  'getCardCredentials',
  'getSquareCredentials',
  'getPaymentError',
  'getTruelayerStatus',
]

/** Makes every POST as the page of another site could: with the buyer's cookies, and without the token. */
export async function missingToken(trial: Trial): Promise<void> {
  const { buyer } = await enter(trial, anyWalk(trial))
  const examples = readExamples()
  const posts = callEntries.filter(
    ([name, { method }]) => method === 'POST' && !(trial.shop.isProduction && isPaying(name)),
  )
  const before = JSON.stringify((await buyer.read()).tickets)
  const open: string[] = []
  for (const [name, { path }] of posts) {
    const fields = examples[name]?.request as FormFields
    trial.findings.count += 1
    const { status } = await buyer.browser.send('POST', path, { fields, withoutToken: true })
    if (status >= 400) continue
    if (reading.includes(name)) buyer.tolerated(name, 'answers without the anti-forgery token')
    else open.push(name)
  }
  for (const name of open)
    trial.findings.note(
      'breaks',
      { call: name, state: buyer.state },
      'is made without the anti-forgery token: any other site can make it for a buyer',
    )
  if (open.length > 0) return
  if (JSON.stringify((await buyer.read()).tickets) !== before)
    throw buyer.broken('getCheckout', 'tells another basket after calls that were refused')
}

const isPaying = (name: string) => /^(pay|claim|create)/.test(name)
