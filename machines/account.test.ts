import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { facts } from './testing/facts.ts'
import { fakeShop, settle } from './testing/fake-shop.ts'

function startAccount(input = { isOtherEmail: false }) {
  const shop = fakeShop()
  const actor = createActor(shop.charts.account, { input }).start()
  return {
    ...shop,
    actor,
    where: () => actor.getSnapshot().value,
    isAtTheCode: () => actor.getSnapshot().matches('one_time_code_sent'),
    context: () => actor.getSnapshot().context,
  }
}

async function atTheCode() {
  const account = startAccount()
  await account.reply('fetchUser', { isSignedIn: false, codeSentTo: '', confirmed: null })
  account.actor.send({ type: 'email.submit', email: 'ann@example.com' })
  await account.reply('sendOneTimeCode', { outcome: 'sent' })
  return account
}

async function checkingTheCode() {
  const account = await atTheCode()
  account.actor.send({ type: 'code.verify', code: '123456' })
  return account
}

async function atTheName() {
  const account = await checkingTheCode()
  await account.reply('checkOneTimeCode', { outcome: 'new' })
  return account
}

afterEach(() => void vi.useRealTimers())

describe('the account', () => {
  it('checks first whether the buyer is signed in [ACCT-04]', () => {
    expect(startAccount().where()).toBe('loading')
  })

  it('asks a guest for an email [ACCT-05]', async () => {
    const account = startAccount()
    await account.reply('fetchUser', { isSignedIn: false, codeSentTo: '', confirmed: null })
    expect(account.where()).toBe('enter_email')
  })

  it('asks for an email when loading the user fails', async () => {
    const account = startAccount()
    await account.fail('fetchUser')
    expect(account.where()).toBe('enter_email')
  })

  it('lets a signed-in buyer confirm the account [ACCT-06]', async () => {
    const account = startAccount()
    await account.reply('fetchUser', { isSignedIn: true, codeSentTo: '', confirmed: null })
    expect(account.where()).toBe('confirm_account')
    account.actor.send({ type: 'account.continue' })
    expect(account.actor.getSnapshot().output).toEqual({ outcome: 'confirmed', facts: null })
  })

  it('sends a code to the email and asks for it [ACCT-07]', async () => {
    const account = await atTheCode()
    expect(account.inputs('sendOneTimeCode')).toEqual([{ email: 'ann@example.com' }])
    expect(account.isAtTheCode()).toBe(true)
  })

  it("shows the server's message and a notification when the code cannot be sent [ACCT-19, ERRS-13]", async () => {
    const account = startAccount()
    await account.reply('fetchUser', { isSignedIn: false, codeSentTo: '', confirmed: null })
    account.actor.send({ type: 'email.submit', email: 'ann@example.com' })
    await account.reply('sendOneTimeCode', { outcome: 'refused', message: 'Too many codes' })
    expect(account.where()).toBe('enter_email')
    expect(account.context()).toMatchObject({ message: 'Too many codes', email: 'ann@example.com' })
    expect(account.errors).toEqual(['Unable to send the code. Please try again later'])
  })

  it('sends another code to the same email when asked, but not within 30 seconds after the last', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const account = await atTheCode()
    for (const codes of [2, 3]) {
      vi.advanceTimersByTime(29_999)
      account.actor.send({ type: 'code.resend' })
      expect(account.isAtTheCode()).toBe(true)
      vi.advanceTimersByTime(1)
      account.actor.send({ type: 'code.resend' })
      expect(account.where()).toBe('resending_code')
      await account.reply('sendOneTimeCode', { outcome: 'sent' })
      expect(account.inputs('sendOneTimeCode')).toEqual(Array(codes).fill({ email: 'ann@example.com' }))
      expect(account.context().freshStarts).toBe(codes - 1)
    }
  })

  it('asks a guest whose email is confirmed already for the name only, which may be known', async () => {
    const account = startAccount()
    const confirmed = { email: 'ann@example.com', fullName: 'Ann Archer' }
    await account.reply('fetchUser', { isSignedIn: false, codeSentTo: '', confirmed })
    expect(account.where()).toBe('confirm_name')
    expect(account.context()).toMatchObject(confirmed)
    account.actor.send({ type: 'name.submit', fullName: 'Ann Archer' })
    expect(account.inputs('saveGuestToSale')).toEqual([confirmed])
  })

  it('has the confirmed email forgotten if the buyer wants another', async () => {
    const account = startAccount({ isOtherEmail: true })
    expect(account.inputs('fetchUser')).toEqual([{ isOtherEmail: true }])
    await account.reply('fetchUser', { isSignedIn: false, codeSentTo: '', confirmed: null })
    expect(account.where()).toBe('enter_email')
  })

  it('sends another code at once after a wrong one, and after a reload', async () => {
    const wrong = await checkingTheCode()
    await wrong.reply('checkOneTimeCode', { outcome: 'one_time_code', message: 'That code is wrong' })
    wrong.actor.send({ type: 'code.resend' })
    expect(wrong.context().message).toBe('')
    expect(wrong.where()).toBe('resending_code')
    const reloaded = startAccount()
    await reloaded.reply('fetchUser', { isSignedIn: false, codeSentTo: 'ann@example.com', confirmed: null })
    reloaded.actor.send({ type: 'code.resend' })
    expect(reloaded.inputs('sendOneTimeCode')).toEqual([{ email: 'ann@example.com' }])
  })

  it("still takes the last code, with the server's message, when no other one is sent [ACCT-19, ERRS-13]", async () => {
    const account = startAccount()
    await account.reply('fetchUser', { isSignedIn: false, codeSentTo: 'ann@example.com', confirmed: null })
    account.actor.send({ type: 'code.resend' })
    await account.reply('sendOneTimeCode', { outcome: 'refused', message: 'Too many codes' })
    expect(account.context()).toMatchObject({ message: 'Too many codes', freshStarts: 0 })
    account.actor.send({ type: 'code.resend' })
    await account.fail('sendOneTimeCode')
    expect(account.isAtTheCode()).toBe(true)
    expect(account.errors).toEqual(Array(2).fill('Unable to send the code. Please try again later'))
    account.actor.send({ type: 'code.verify', code: '123456' })
    expect(account.inputs('checkOneTimeCode')).toEqual([{ email: 'ann@example.com', code: '123456' }])
  })

  it('continues with the reloaded facts for an existing account [ACCT-08]', async () => {
    const account = await checkingTheCode()
    expect(account.inputs('checkOneTimeCode')).toEqual([{ email: 'ann@example.com', code: '123456' }])
    await account.reply('checkOneTimeCode', { outcome: 'has_account', facts })
    expect(account.actor.getSnapshot().output).toEqual({ outcome: 'confirmed', facts })
  })

  it('asks a new buyer for a name, saves the guest and continues [ACCT-09, ACCT-10]', async () => {
    const account = await atTheName()
    expect(account.where()).toBe('confirm_name')
    account.actor.send({ type: 'name.submit', fullName: 'Ann Archer' })
    expect(account.inputs('saveGuestToSale')).toEqual([{ email: 'ann@example.com', fullName: 'Ann Archer' }])
    const known = { ...facts, hasEmail: true }
    await account.reply('saveGuestToSale', { outcome: 'saved', facts: known })
    expect(account.actor.getSnapshot().output).toEqual({ outcome: 'confirmed', facts: known })
  })

  it("shows the server's message for a wrong code and clears the field [ACCT-20, ACCT-21, ERRS-14]", async () => {
    const account = await checkingTheCode()
    await account.reply('checkOneTimeCode', { outcome: 'one_time_code', message: 'That code is wrong' })
    expect(account.isAtTheCode()).toBe(true)
    expect(account.context()).toMatchObject({ message: 'That code is wrong', freshStarts: 1 })
    account.actor.send({ type: 'code.verify', code: '654321' })
    expect(account.context().message).toBe('')
    await account.reply('checkOneTimeCode', { outcome: 'one_time_code', message: 'That code is wrong' })
    expect(account.context().freshStarts).toBe(2)
  })

  it("asks again, with the server's message, when the code is not checked", async () => {
    const account = await checkingTheCode()
    await account.reply('checkOneTimeCode', { outcome: 'refused', message: 'Slow down' })
    expect(account.isAtTheCode()).toBe(true)
    expect(account.context()).toMatchObject({ message: 'Slow down', freshStarts: 1 })
  })

  it('asks again when checking the code fails', async () => {
    const account = await checkingTheCode()
    await account.fail('checkOneTimeCode')
    expect(account.isAtTheCode()).toBe(true)
    expect(account.context().message).toBe("We couldn't check the code. Please try again.")
  })

  it("ends with the server's error when the reservation is no longer valid [ACCT-23, ERRS-15]", async () => {
    const account = await checkingTheCode()
    await account.reply('checkOneTimeCode', { outcome: 'reserving', message: 'Only two per customer' })
    expect(account.actor.getSnapshot().output).toEqual({
      outcome: 'rejected',
      message: 'Only two per customer',
    })
  })

  it("ends with the server's error when the guest is rejected [ACCT-24, ERRS-17]", async () => {
    const account = await atTheName()
    account.actor.send({ type: 'name.submit', fullName: 'Ann Archer' })
    await account.reply('saveGuestToSale', { outcome: 'rejected', message: 'This sale has ended' })
    expect(account.actor.getSnapshot().output).toEqual({
      outcome: 'rejected',
      message: 'This sale has ended',
    })
  })

  it("lets the buyer try again, with the server's message, when the name is not saved", async () => {
    const account = await atTheName()
    account.actor.send({ type: 'name.submit', fullName: 'Ann Archer' })
    await account.reply('saveGuestToSale', { outcome: 'refused', message: 'Busy' })
    expect(account.where()).toBe('confirm_name')
    expect(account.context()).toMatchObject({ message: 'Busy', fullName: 'Ann Archer' })
  })

  it('lets the buyer try again when saving the name fails', async () => {
    const account = await atTheName()
    account.actor.send({ type: 'name.submit', fullName: 'Ann Archer' })
    await account.fail('saveGuestToSale')
    expect(account.where()).toBe('confirm_name')
    expect(account.context().message).toBe("We couldn't save your name. Please try again.")
  })

  it('shows only a notification when the request for a code fails [ERRS-13]', async () => {
    const account = startAccount()
    await account.reply('fetchUser', { isSignedIn: false, codeSentTo: '', confirmed: null })
    account.actor.send({ type: 'email.submit', email: 'ann@example.com' })
    await account.fail('sendOneTimeCode')
    expect(account.where()).toBe('enter_email')
    expect(account.context()).toMatchObject({ message: '', email: 'ann@example.com' })
    expect(account.errors).toEqual(['Unable to send the code. Please try again later'])
  })

  it('asks for the code sent to the same email after a reload [ACCT-02, ACCT-07]', async () => {
    const account = startAccount()
    await account.reply('fetchUser', { isSignedIn: false, codeSentTo: 'ann@example.com', confirmed: null })
    expect(account.isAtTheCode()).toBe(true)
    account.actor.send({ type: 'code.verify', code: '123456' })
    expect(account.inputs('checkOneTimeCode')).toEqual([{ email: 'ann@example.com', code: '123456' }])
  })

  it('forgets the sent code when the buyer changes the email [ACCT-03]', async () => {
    let cleared = 0
    const chart = fakeShop({
      fetchUser: { isSignedIn: false, codeSentTo: 'ann@example.com', confirmed: null },
    }).charts.account.provide({ actions: { clearSentCode: () => void (cleared += 1) } })
    const actor = createActor(chart, { input: { isOtherEmail: false } }).start()
    await settle()
    actor.send({ type: 'email.change' })
    expect(actor.getSnapshot().value).toBe('enter_email')
    expect(cleared).toBe(1)
  })

  it('returns from the code and from the name to the email, still filled in [ACCT-03]', async () => {
    for (const account of [await atTheCode(), await atTheName()]) {
      account.actor.send({ type: 'email.change' })
      expect(account.where()).toBe('enter_email')
      expect(account.context().email).toBe('ann@example.com')
    }
  })

  it('signs out and asks for an email [ACCT-11, ACCT-12]', async () => {
    const account = startAccount()
    await account.reply('fetchUser', { isSignedIn: true, codeSentTo: '', confirmed: null })
    account.actor.send({ type: 'account.sign_out' })
    await account.reply('logoutOfSale')
    expect(account.where()).toBe('enter_email')
  })

  it('shows a notification when signing out fails [ERRS-16]', async () => {
    const account = startAccount()
    await account.reply('fetchUser', { isSignedIn: true, codeSentTo: '', confirmed: null })
    account.actor.send({ type: 'account.sign_out' })
    await account.fail('logoutOfSale')
    expect(account.where()).toBe('confirm_account')
    expect(account.errors).toEqual(['Unable to log out. Please refresh the page'])
  })
})
