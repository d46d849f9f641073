import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig, type Config } from '#server/config.ts'
import { person, signedIn, type Person } from '#server/testing/browser.ts'
import { newEmail } from '#server/testing/buyers.ts'
import { noProviders } from '#server/testing/config.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { acceptedCookies, neededCookies } from './cookies.ts'
import { recipientsOf } from './recipients.ts'

const footerLinks = { Privacy: '/privacy/', Help: '/help/', Accessibility: '/accessibility/' }
const address = 'Foyer Ltd, 1 Quay, Whitby'

let shop: TestShop
let someone: Person
beforeAll(async () => {
  const page = { footerLinks, supportUrl: 'mailto:help@shop.example' }
  shop = await createTestShop({ page, address })
  someone = await person(shop)
})
afterAll(() => shop.close())

/** The links at the foot of a page, by their text. */
async function footOf(path: string, at: TestShop = shop) {
  const { html } = await (await person(at)).open(path)
  const { document } = new Window({ url: at.config.origin })
  document.write(html)
  const links = [...document.querySelectorAll('footer a')]
  return new Map(links.map((link) => [link.textContent.trim(), link.getAttribute('href')]))
}

const words = async (path: string) =>
  (await someone.open(path)).html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('the foot of a page', () => {
  it.each([
    '/all-events/',
    '/events/late-film-club/',
    '/signin/',
    '/orders/',
    '/privacy/',
    '/events/unknown/',
    '/waiting-room/unknown/',
  ])('of %s links the privacy notice, help and the accessibility statement', async (path) => {
    const foot = await footOf(path)
    expect(foot.get('Privacy')).toBe('/privacy/')
    expect(foot.get('Help')).toBe('/help/')
    expect(foot.get('Accessibility')).toBe('/accessibility/')
  })

  it('links what is configured only', async () => {
    const other = await createTestShop({ page: { footerLinks: { Help: 'mailto:help@shop.example' } } })
    const foot = await footOf('/all-events/', other)
    await other.close()
    expect(foot.get('Help')).toBe('mailto:help@shop.example')
    expect(foot.has('Privacy')).toBe(false)
    expect(foot.has('Terms of sale')).toBe(true)
  })
})

describe('the privacy notice', () => {
  it('names the trader and the way to ask', async () => {
    const { html } = await someone.open('/privacy/')
    expect(html).toContain(address)
    expect(html).toContain('href="mailto:help@shop.example"')
  })

  it('names every cookie that the shop sets', async () => {
    const buyer = await signedIn(shop, newEmail())
    await buyer.send('/events/late-film-club/', '/do/checkout/add/', {})
    await buyer.send('/account/wallet/', '/signout/', {})
    const text = await words('/privacy/')
    const names = [...buyer.visitor.cookies.keys()]
    expect(names.sort()).toEqual([
      'XSRF-TOKEN',
      '__Host-rejected',
      '__Host-session',
      'signed_out',
      'tickets_kept',
    ])
    for (const name of names) expect(text).toContain(name)
  })

  it('says of the sandbox that services are simulated, and names no provider without keys', async () => {
    const text = await words('/privacy/')
    expect(text).toContain('services that have no keys are simulated')
    expect(text).not.toContain('TrueLayer')
    expect(text).toContain('We use no analytics and no adverts.')
  })

  it('names each provider that is connected', () => {
    const stripe = { secretKey: 'a', publishableKey: 'b', webhookSecret: 'c' }
    const names = (config: Partial<Config>) =>
      recipientsOf({ providers: noProviders, page: {}, ...config }).map(([who]) => who)
    expect(names({})).toEqual(['The organiser', 'A charity that you give to'])
    expect(names({ providers: { ...noProviders, stripe } })).toContain('Stripe')
    expect(names({ sentryDsn: 'https://key@errors.example/1' })).toContain('Our error-reporting service')
  })

  const needed = (page: Config['page']) =>
    neededCookies({ page, providers: noProviders }).map(([name]) => name)
  const accepted = (page: Config['page']) => acceptedCookies(page).map(([name]) => name)
  const monitoringAddress = 'https://key@errors.example/1'

  it('names the cookies of Google and Meta apart from those that the shop needs, and only where they are used', () => {
    expect(accepted({})).toEqual([])
    expect(accepted({ analyticsTag: 'G-ABC1234567' })).toEqual(['_ga, _gcl and others of Google'])
    expect(accepted({ eventTags: true })).toHaveLength(2)
    expect(needed({ eventTags: true }).join()).not.toMatch(/_ga|_fbp/)
  })

  it('names the cookie of the consent wherever the page asks for it', () => {
    const asks = 'yes, yes_refused'
    const consentCookie = 'yes=1'
    expect(needed({ consentCookie })).not.toContain(asks)
    expect(needed({ consentCookie, analyticsTag: 'G-ABC1234567' })).toContain(asks)
    expect(needed({ consentCookie, monitoringAddress })).toContain(asks)
    expect(needed({ consentCookie, monitoringAddress, consentBanner: false })).not.toContain(asks)
    expect(needed({ consentCookie, monitoringAddress, monitoring: { replayCookie: 'none' } })).not.toContain(
      asks,
    )
  })

  it.each([
    [{ monitoringAddress }, 'If you accept recordings, how you use the page in one visit in ten'],
    [
      { monitoringAddress, monitoring: { replayCookie: 'none' } },
      'How you use the page in one visit in ten, and in each in which something goes wrong',
    ],
    [{ metaPixel: '1002003004' }, 'If you accept it: which pages you see'],
  ])('says with %j who gets to know how pages are used', (page, said) => {
    const rows = recipientsOf({ providers: noProviders, page, sentryDsn: undefined })
    expect(rows.flat().join('. ')).toContain(said)
  })

  it('says with monitoring alone that visits are recorded, and how to change that', async () => {
    const other = await createTestShop({ page: { monitoringAddress } })
    const { html } = await (await person(other)).open('/privacy/')
    await other.close()
    expect(html).toContain('We record how some visitors use our pages, only if they accept it')
    expect(html).toContain('“Cookie choices”')
    expect(html).not.toContain('no analytics')
    expect(html).not.toContain('Only if you accept</h3>')
  })
})

describe('help', () => {
  it('names each organiser with its page and email', async () => {
    const { html } = await someone.open('/help/')
    expect(html).toContain('<a href="/organisers/canal-cinema/">Canal Cinema</a>')
    expect(html).toContain('href="mailto:hello@canal-cinema.example"')
  })

  it('advises nobody to pay again while a payment may still arrive', async () => {
    const text = await words('/help/')
    expect(text).toContain('wait for our email before you pay again')
    expect(text).toContain('If the time ends before you pay,')
    expect(text).not.toContain('You have not been charged')
  })

  it('says how to ask a shop without an address', async () => {
    const other = await createTestShop()
    const { html } = await (await person(other)).open('/help/')
    await other.close()
    expect(html).toContain('Answer any email of your order')
    expect(html).toContain('the shop at shop.test')
  })
})

it('sends visitors on to the pages that the owner has in place of them', async () => {
  const other = await createTestShop({
    page: {
      footerLinks: {
        Privacy: 'https://site.example/privacy',
        Help: 'mailto:help@shop.example',
        Accessibility: '/accessibility',
      },
    },
  })
  const visitor = await person(other)
  const answers = ['/privacy/', '/help/', '/accessibility/'].map(async (path) => {
    const { status, location } = await visitor.open(path)
    return [status, location]
  })
  const found = await Promise.all(answers)
  await other.close()
  expect(found).toEqual([
    [302, 'https://site.example/privacy'],
    [200, null],
    [200, null],
  ])
})

it('says in the accessibility statement what was not tested', async () => {
  const text = await words('/accessibility/')
  expect(text).toContain('level AA')
  expect(text).toContain('no screen reader')
})

it('links only pages that there are', async () => {
  const { page } = readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'foyer-pages-')) })
  for (const path of [...Object.values(page.footerLinks ?? {}), page.cookiePolicy ?? ''])
    expect((await someone.open(path)).status, path).toBe(200)
})
