import { codeFor } from './buyers.ts'
import { payInFull } from './pay-in-full.ts'
import type { TestShop, Visitor } from './test-shop.ts'

/** A browser without scripts: opens pages and submits their forms. */
export interface Person {
  visitor: Visitor
  /** Opens a page. */
  open: (path: string) => Promise<Page>
  /** Opens a page and submits its form for `action`, including its default values. */
  send: (from: string, action: string, fields: Record<string, string>) => Promise<Page>
  /** Submits the form for `action` of an open page, and opens the page that asks further. */
  sendFrom: (page: Page, action: string, fields: Record<string, string>) => Promise<Page>
}

export interface Page {
  status: number
  location: string | null
  html: string
  /** Where a form was answered, if not at its own address. */
  address?: string
}

export async function person(shop: TestShop): Promise<Person> {
  const visitor = await shop.visitor()
  const { cookies } = visitor

  async function request(path: string, init: RequestInit = {}): Promise<Page> {
    const headers = { Accept: 'text/html', Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    const response = await shop.app.request(shop.config.origin + path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return {
      status: response.status,
      location: response.headers.get('location'),
      html: await response.text(),
    }
  }

  const open = (path: string) => request(path)
  const sendFrom: Person['sendFrom'] = async (page, action, fields) => {
    const reply = await request(action, {
      method: 'POST',
      body: new URLSearchParams({ ...untouchedFields(page.html, action), ...fields }),
    })
    return reply.status === 303 && reply.location?.includes('?form=')
      ? { ...(await open(reply.location)), address: reply.location }
      : reply
  }
  return {
    visitor,
    open,
    sendFrom,
    send: async (from, action, fields) => sendFrom(await open(from), action, fields),
  }
}

/** Makes a browser in which somebody has signed in by a mailed code, with a new account unless there is one. */
export async function signedIn(shop: TestShop, email: string): Promise<Person> {
  await shop.db
    .insertInto('users')
    .values({ email, first_name: 'Ada', last_name: 'Lovelace' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const someone = await person(shop)
  const asked = await someone.send('/signin/', '/signin/', { email })
  await someone.sendFrom(asked, '/signin/code/', { code: await codeFor(shop, email) })
  return someone
}

/** Pays the person's basket as a provider's success would, and returns the order's reference. */
export async function pay(shop: TestShop, { visitor }: Person): Promise<string> {
  const { json } = await visitor.post('/ajax/checkout/checkout/reserve_tickets/')
  const reference: string = json.sale_reference
  const { id } = await shop.db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  await payInFull(shop, id)
  return reference
}

/** Default values of a form: its hidden fields, and 0 for every quantity. */
function untouchedFields(html: string, action: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(`action="${action}"`)) ?? ''
  const fields = form.split('</form>')[0]?.match(/<input\s+type="hidden"[^>]*>|<select[^>]*>/g) ?? []
  return Object.fromEntries(
    fields.map((field) => [
      / name="([^"]*)"/.exec(field.replaceAll(/\s+/g, ' '))?.[1] ?? '',
      / value="([^"]*)"/.exec(field.replaceAll(/\s+/g, ' '))?.[1] ?? '0',
    ]),
  )
}
