import { webAddress } from '#src/lib/web-address.ts'

import { calendarLinks } from './calendar.ts'
import { oneLine, type Block, type Content, type Link } from './content.ts'

/** Renders a mail as plain text; `origin` is the shop's address. */
export function textForm(content: Content, origin: string): string {
  return content.map((block) => textOf(block, origin)).join('\n\n')
}

function textOf(block: Block, origin: string): string {
  const link = ({ text, href }: Link) =>
    [text, webAddress(href, origin)]
      .filter((part) => part !== null)
      .map(oneLine)
      .join(': ')
  if (typeof block === 'string') return oneLine(block)
  if ('heading' in block) return oneLine(block.heading).toUpperCase()
  if ('code' in block) return `${oneLine(block.label)} ${oneLine(block.code)}`
  if ('button' in block) return link({ text: block.button, href: block.href })
  if ('links' in block) return block.links.map(link).join('\n')
  if ('facts' in block)
    return block.facts.map(({ name, value }) => `${oneLine(name)}: ${oneLine(value)}`).join('\n')
  if ('amounts' in block)
    return block.amounts
      .map(
        ({ text, note, terms, parts, amount }) =>
          `${[text, note, terms, parts].filter(Boolean).join(', ')}: ${amount}`,
      )
      .map(oneLine)
      .join('\n')
  if ('calendar' in block)
    return [
      'Add to your calendar, or open the attached file:',
      ...calendarLinks(block.calendar).map(link),
    ].join('\n')
  return oneLine(block.note)
}
