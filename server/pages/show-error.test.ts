import { Window } from 'happy-dom'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** The error page after a form with an old token, sent from a page. */
async function refused(referer: string | undefined, hasSession = true) {
  const { cookies } = await shop.visitor()
  const headers = {
    Accept: 'text/html',
    ...(hasSession && { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
    ...(referer && { Referer: referer }),
  }
  const ask = (path: string, init: RequestInit = {}) =>
    shop.app.request(shop.config.origin + path, { headers, ...init })
  const sent = await ask('/mailing-list', { method: 'POST', body: new URLSearchParams({ _token: 'old' }) })
  const { document } = new Window()
  document.write(await (sent.status === 303 ? await ask(sent.headers.get('location') ?? '') : sent).text())
  const [first] = document.querySelectorAll('main .button')
  return {
    text: document.querySelector('main .lead')?.textContent,
    first: `${first?.textContent} ${first?.getAttribute('href') ?? ''}`,
    isSearch: document.querySelector('main form') !== null,
  }
}

it.each([true, false])(
  'leads from a refused form back to its page (with a session: %s), instead of searching for events',
  async (hasSession) => {
    const form = `${shop.config.origin}/mailing-list?from=foot`
    expect(await refused(form, hasSession)).toEqual({
      text: 'Your session was not recognised. Please go back and try again.',
      first: `Go back ${form}`,
      isSearch: false,
    })
  },
)

it.each([undefined, 'https://elsewhere.example/', 'about:blank', 'none'])(
  'offers events after a form that was sent from %s',
  async (referer) => {
    expect(await refused(referer)).toMatchObject({ first: 'Search ', isSearch: true })
  },
)

it('does not lead back to the page that says so', async () => {
  const { first } = await refused(`${shop.config.origin}/not-done/?form=x`)
  expect(first).toBe('Search ')
})

it('says what may be wrong with an address at which there is nothing', async () => {
  const { text } = await (await shop.visitor()).get('/nothing/', { Accept: 'text/html' })
  expect(text).toContain('There is nothing at this address. The link may be old or mistyped.')
})
