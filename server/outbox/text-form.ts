import { oneLine, type Block, type Content } from './content.ts'

/** Renders a mail as plain text. */
export function textForm(content: Content): string {
  return content.map(textOf).join('\n\n')
}

function textOf(block: Block): string {
  if (typeof block === 'string') return oneLine(block)
  if ('heading' in block) return oneLine(block.heading).toUpperCase()
  if ('code' in block) return `${oneLine(block.label)} ${oneLine(block.code)}`
  if ('button' in block) return link({ text: block.button, href: block.href })
  if ('links' in block) return block.links.map(link).join('\n')
  if ('facts' in block)
    return block.facts.map(({ name, value }) => `${oneLine(name)}: ${oneLine(value)}`).join('\n')
  if ('amounts' in block)
    return block.amounts
      .map(({ text, note, amount }) => [text, note].filter(Boolean).join(', ') + `: ${amount}`)
      .map(oneLine)
      .join('\n')
  return oneLine(block.note)
}

function link({ text, href }: { text: string; href: string }): string {
  return `${oneLine(text)}: ${oneLine(href)}`
}
