import { oneLine } from '#server/outbox/content.ts'

/**
 * Prepares typed text for a font, on one line. Signs that the font lacks, such as emoji, are left out; text with letters or
 * digits that it lacks is replaced by `elsewhere`, because half a name is a wrong name.
 */
export function readable(text: string, has: (codePoint: number) => boolean, elsewhere: string): string {
  const isMissing = (sign: string) => !has(sign.codePointAt(0) ?? 0)
  const signs = [...oneLine(text)]
  if (signs.some((sign) => /[\p{L}\p{N}]/u.test(sign) && isMissing(sign))) return elsewhere
  return oneLine(signs.filter((sign) => !isMissing(sign)).join('')) || (text && elsewhere)
}
