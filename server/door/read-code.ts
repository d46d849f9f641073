const confused: Record<string, string> = { O: '0', I: '1', L: '1' }

/**
 * Reads the code of a ticket as scanned or typed, in the form in which it is stored: any case, spaces and dashes, O for 0
 * and I or L for 1, letters that no code has. Returns null if it cannot be a code.
 */
export function readCode(text: string): string | null {
  const letters = text
    .toUpperCase()
    .replaceAll(/[\s\p{Dash_Punctuation}]/gu, '')
    .replaceAll(/[OIL]/g, (letter) => confused[letter] ?? letter)
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(letters)) return null
  return letters.match(/.{4}/g)?.join('-') ?? null
}
