import { describe, expect, it } from 'vitest'
import { facts as plainFacts } from './testing/facts.ts'
import { declaration, marketingChoices } from './testing/samples.ts'
import { loaded, startCheckout } from './testing/start-checkout.ts'

describe('donation', () => {
  it('saves amount and charity and picks the next step from the new facts [DONA-13]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' } })
    checkout.send({ type: 'donation.save', amount: 1_000, charityId: '7' })
    expect(checkout.inputs('saveDonation')).toEqual([{ amount: 1_000, charityId: '7' }])
    await checkout.reply('saveDonation', { facts: { ...plainFacts, hasDonation: true } })
    expect(checkout.where()).toBe('gift_aid.editing')
  })

  it('shows an inline error and a notification when it cannot be saved [ERRS-19, ERRS-20]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' } })
    checkout.send({ type: 'donation.save', amount: 1_000, charityId: '7' })
    await checkout.fail('saveDonation')
    expect(checkout.where()).toBe('donation.saving_failed')
    expect(checkout.context().message).toBe(
      'There was a problem setting your donation amount. Please try again.',
    )
    expect(checkout.errors).toEqual(['Unable to save Donation. Please try again later'])
    checkout.send({ type: 'donation.save', amount: 1_000, charityId: '7' })
    expect(checkout.context().message).toBe('')
  })

  it('withdraws a donation that may have been saved when it is skipped [DONA-14]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' } })
    checkout.send({ type: 'donation.save', amount: 1_000, charityId: '7' })
    await checkout.fail('saveDonation')
    checkout.send({ type: 'donation.skip', charityId: '7' })
    expect(checkout.inputs('saveDonation').at(-1)).toEqual({ amount: 0, charityId: '7' })
    await checkout.reply('saveDonation', { facts: plainFacts })
    expect(checkout.where()).toBe('login.identifying')
    expect(checkout.context().message).toBe('')
  })
})

describe('Gift Aid', () => {
  it('saves the declaration [GIFT-15]', async () => {
    const checkout = await startCheckout({ facts: { state: 'gift_aid' } })
    checkout.send({ type: 'declaration.save', declaration })
    expect(checkout.inputs('updateDonation')).toEqual([{ declaration }])
  })

  it('shows an inline error and a notification when it cannot be saved [ERRS-21, ERRS-22]', async () => {
    const checkout = await startCheckout({ facts: { state: 'gift_aid' } })
    checkout.send({ type: 'declaration.save', declaration })
    await checkout.fail('updateDonation')
    expect(checkout.where()).toBe('gift_aid.editing')
    expect(checkout.context().message).toBe(
      'There was a problem setting your gift aid status. Please try again.',
    )
    expect(checkout.errors).toEqual(['Unable to update Donation. Please try again later'])
  })
})

/** Starts a checkout whose buyer has just entered the emailed code. */
async function enterCode() {
  const checkout = await startCheckout({ facts: { state: 'login' } })
  const account = checkout.children().account
  await checkout.reply('fetchUser', { isSignedIn: false, codeSentTo: '', confirmed: null })
  account?.send({ type: 'email.submit', email: 'ann@example.com' })
  await checkout.reply('sendOneTimeCode', { outcome: 'sent' })
  account?.send({ type: 'code.verify', code: '123456' })
  return checkout
}

describe('the account', () => {
  it('picks the next step from the checkout reloaded after signing in [ACCT-08]', async () => {
    const checkout = await enterCode()
    await checkout.reply('checkOneTimeCode', {
      outcome: 'has_account',
      facts: { ...plainFacts, hasMarketingPreferences: true },
    })
    expect(checkout.where()).toBe('marketing_preferences.editing')
  })

  it("returns the buyer to the basket with the server's message [ACCT-23, ERRS-15]", async () => {
    const checkout = await enterCode()
    await checkout.reply('checkOneTimeCode', { outcome: 'reserving', message: 'Only two per customer' })
    expect(checkout.where()).toBe('basket.reloading')
    await checkout.reply('loadCheckout', loaded())
    expect(checkout.context().reservingError).toBe('Only two per customer')
  })

  it('returns the buyer to the basket when the guest is rejected [ACCT-24, ERRS-17]', async () => {
    const checkout = await enterCode()
    await checkout.reply('checkOneTimeCode', { outcome: 'new' })
    checkout.children().account?.send({ type: 'name.submit', fullName: 'Ann Archer' })
    await checkout.reply('saveGuestToSale', { outcome: 'rejected', message: 'This sale has ended' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().reservingError).toBe('This sale has ended')
  })
})

describe('marketing preferences', () => {
  it('saves the choices [MARK-06]', async () => {
    const checkout = await startCheckout({ facts: { state: 'marketing_preferences' } })
    checkout.send({ type: 'preferences.save', choices: marketingChoices })
    expect(checkout.inputs('setMarketingPreferences')).toEqual([{ choices: marketingChoices }])
  })

  it('shows a notification and stays when they cannot be saved [ERRS-18]', async () => {
    const checkout = await startCheckout({ facts: { state: 'marketing_preferences' } })
    checkout.send({ type: 'preferences.save', choices: marketingChoices })
    await checkout.fail('setMarketingPreferences')
    expect(checkout.where()).toBe('marketing_preferences.editing')
    expect(checkout.errors).toEqual(['Unable to set the marketing preferences. Please try again later'])
  })
})
