import type { Answer, Browser } from './browser.ts'

const readsPage = { Accept: 'text/html' }

/**
 * Opens a page, presses its first button whose words match, and returns where that leads; null if there is no such button. It
 * reads plain forms only, as those of simulated banks and of pages that ask before they do something.
 */
export async function pressOnPage(browser: Browser, path: string, words: RegExp): Promise<Answer | null> {
  const page = await browser.send('GET', path, { headers: readsPage })
  const forms = page.text.match(/<form\b[^]*?<\/form>/gi) ?? []
  for (const form of forms) {
    const button = (form.match(/<button\b[^]*?<\/button>/gi) ?? []).find((one) =>
      words.test(one.replaceAll(/<[^>]*>/g, ' ').trim()),
    )
    if (!button) continue
    const inputs = form.match(/<input\b[^>]*type=["']hidden["'][^>]*>/gi) ?? []
    const fields = [...inputs, button].map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')])
    const [start = ''] = /<form\b[^>]*>/i.exec(form) ?? []
    const to = new URL(attribute(start, 'action') || page.address.href, page.address)
    return browser.send('POST', to.pathname + to.search, {
      fields: Object.fromEntries(fields.filter(([name]) => name)),
      headers: readsPage,
    })
  }
  return null
}

const attribute = (tag: string, name: string) =>
  new RegExp(`^<[^>]*\\s${name}=(?:"([^"]*)"|'([^']*)')`, 'i')
    .exec(tag)
    ?.slice(1)
    .find((one) => one !== undefined) ?? ''
