import { html, raw } from 'hono/html'

import { webAddress } from '#src/lib/web-address.ts'

import { calendarLinks } from './calendar.ts'
import {
  oneLine,
  type Amount,
  type Block,
  type Content,
  type Fact,
  type Link,
  type MailPicture,
} from './content.ts'

/*
 * Tables and inline styles, as mail programs need them: Outlook for Windows lays out tables only, and some programs drop
 * the style sheet. It holds nothing but the dark colours. Nothing is loaded but the picture of an event from the shop itself,
 * whose address is the same for everybody; the mail is whole without it.
 */
const font = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
const titleFont = "font-family:Georgia,'Noto Serif',serif;"
const ink = 'color:#1c1c26;'
const quiet = 'color:#595966;'
const text = `${font}${ink}font-size:16px;line-height:24px;overflow-wrap:anywhere;word-break:break-word;`
const small = `${font}${quiet}font-size:14px;line-height:20px;overflow-wrap:anywhere;word-break:break-word;`
const hairline = 'border-top:1px solid #e1e1e5;'
const gap = 'margin:0 0 16px;'

const dark = raw(`
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background-color: #13131a !important; }
      .card { background-color: #1d1d26 !important; border-color: #373742 !important; }
      .ink { color: #eeeef2 !important; }
      .quiet { color: #b0b0bb !important; }
      .line { border-color: #373742 !important; }
      .link { color: #a29dff !important; }
      .button { background-color: #a29dff !important; color: #121125 !important; }
      .code { background-color: #282833 !important; color: #eeeef2 !important; }
    }
  `)

type Html = ReturnType<typeof html>

interface Around {
  heading?: string | undefined
  /** The shop's address. */
  origin: string
  /** Shown above the heading. */
  picture?: MailPicture | undefined
  /** Shown at the foot. */
  links?: Link[]
}

/** Renders a mail as an HTML page, with its subject as the heading if it has none of its own. */
export async function htmlForm(
  subject: string,
  content: Content,
  { origin, heading = subject, picture, links = [] }: Around,
): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${oneLine(subject)}</title>
        <style>
          ${dark}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background-color:#f8f7f3;">
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background-color:#f8f7f3;"
        >
          <tr>
            <td align="center" style="padding:24px 12px;">
              <!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px;text-align:left;"
              >
                <tr>
                  <td
                    class="link"
                    style="${titleFont}color:#5e45cd;font-size:20px;line-height:28px;font-weight:700;padding:0 12px 16px;"
                  >
                    Foyer
                  </td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="background-color:#ffffff;border:1px solid #e1e1e5;border-radius:12px;padding:24px 20px 8px;"
                  >
                    ${picture && pictureOf(picture, origin)}
                    <h1
                      class="ink"
                      style="${titleFont}${ink}font-size:24px;line-height:30px;font-weight:700;${gap}"
                    >
                      ${oneLine(heading)}
                    </h1>
                    ${content.map((block) => htmlOf(block, origin))}
                  </td>
                </tr>
                <tr>
                  <td class="quiet" style="${small}padding:16px 12px 0;">
                    Foyer: tickets for evenings out. Questions? Reply to this email.
                    ${links.length > 0 && html`<br />`}
                    ${links.map((one, index) => html`${index > 0 && ' · '}${link(one, origin)}`)}
                  </td>
                </tr>
              </table>
              <!--[if mso]></td></tr></table><![endif]-->
            </td>
          </tr>
        </table>
      </body>
    </html> `
  return page.toString()
}

/** Half as high as wide. Without it, and without a style sheet, its words stand in its place. */
function pictureOf({ path, alt }: MailPicture, origin: string): Html | '' {
  const address = webAddress(path, origin)
  if (!address || new URL(address).origin !== origin) return ''
  return html`<img
    src="${address}"
    alt="${oneLine(alt)}"
    width="558"
    height="279"
    class="quiet"
    style="${small}display:block;width:100%;max-width:558px;height:auto;border:0;border-radius:8px;margin:0 0 20px;"
  />`
}

function htmlOf(block: Block, origin: string): Html {
  if (typeof block === 'string')
    return html`<p class="ink" style="${text}${gap}">${unbroken(oneLine(block))}</p>`
  if ('heading' in block)
    return html`<h2
      class="ink line"
      style="${titleFont}${ink}font-size:18px;line-height:24px;font-weight:700;margin:0 0 8px;padding:16px 0 0;${hairline}"
    >
      ${oneLine(block.heading)}
    </h2>`
  if ('code' in block)
    return html`<p class="ink" style="${text}margin:0 0 8px;">${oneLine(block.label)}</p>
      <p style="margin:0 0 16px;">
        <strong
          class="code"
          style="${font}${ink}display:inline-block;background-color:#f5f3f0;border-radius:10px;padding:8px 20px;font-size:32px;line-height:40px;letter-spacing:6px;"
          >${oneLine(block.code)}</strong
        >
      </p>`
  if ('button' in block) return button({ text: block.button, href: block.href }, origin)
  if ('links' in block)
    return html`<p class="ink" style="${text}margin:0 0 8px;">
      ${block.links.map((one, index) => html`${index > 0 && html`<br />`}${link(one, origin, 'display:inline-block;padding:10px 0;')}`)}
    </p>`
  if ('facts' in block) return table(block.facts.map(fact))
  if ('amounts' in block) return table(block.amounts.map(amount))
  if ('calendar' in block)
    return html`<p class="quiet" style="${small}${gap}">
      Add to your calendar: ${calendarLinks(block.calendar).map((one) => html`${link(one, origin)}, `)} or
      open the attached file.
    </p>`
  return html`<p class="quiet" style="${small}${gap}">${oneLine(block.note)}</p>`
}

function table(rows: Html[]) {
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;">
    ${rows}
  </table>`
}

function fact({ name, value }: Fact) {
  return html`<tr>
    <th
      scope="row"
      align="left"
      valign="top"
      class="quiet"
      style="${small}font-weight:400;padding:4px 16px 4px 0;width:88px;"
    >
      ${oneLine(name)}
    </th>
    <td valign="top" class="ink" style="${text}padding:2px 0;">${unbroken(oneLine(value))}</td>
  </tr>`
}

/** Keeps "row C", "seat 6" and an order reference in its two groups each on one line. */
const unbroken = (value: string) =>
  value
    .replace(/\b(row|seats?) (?=\w)/g, '$1\u00a0')
    .replace(/\b([0-9A-Z]{4}) (?=[0-9A-Z]{4}\b)/g, '$1\u00a0')

function amount({ text: words, note, terms, parts, amount: value, isSum, isTotal }: Amount) {
  const weight = `font-weight:${isTotal ? 700 : isSum ? 600 : 400};`
  return html`<tr>
    <th
      scope="row"
      align="left"
      valign="top"
      class="ink line"
      style="${text}${weight}${hairline}padding:8px 16px 8px 0;"
    >
      ${oneLine(words)}${note && html`<br /><span class="quiet" style="${small}">${unbroken(oneLine(note))}</span>`}
      ${terms && html`<br /><span class="quiet" style="${small}">${oneLine(terms)}</span>`}
      ${parts && html`<br /><span class="quiet" style="${small}">${parts}</span>`}
    </th>
    <td
      align="right"
      valign="top"
      class="ink line"
      style="${font}${ink}font-size:16px;line-height:24px;${weight}${hairline}padding:8px 0;white-space:nowrap;"
    >
      ${oneLine(value)}
    </td>
  </tr>`
}

// The background is that of the cell, because Outlook for Windows gives links none.
function button({ text: words, href }: Link, origin: string): Html {
  const address = webAddress(href, origin)
  if (!address) return htmlOf(words, origin)
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;">
    <tr>
      <td class="button" style="background-color:#5e45cd;border-radius:10px;">
        <a
          class="button"
          href="${address}"
          target="_blank"
          rel="noopener"
          style="${font}display:inline-block;padding:12px 24px;border-radius:10px;color:#ffffff;font-size:16px;line-height:24px;font-weight:700;text-decoration:none;"
          >${unbroken(oneLine(words))}</a
        >
      </td>
    </tr>
  </table>`
}

function link({ text: words, href }: Link, origin: string, style = '') {
  const address = webAddress(href, origin)
  if (!address) return oneLine(words)
  return html`<a class="link" href="${address}" target="_blank" rel="noopener" style="color:#5e45cd;${style}"
    >${unbroken(oneLine(words))}</a
  >`
}
