const grouped = /\d(?:[ -]?\d){12,18}/g

/** Returns whether a text contains a possible card number: 13 to 19 digits with a valid check digit. */
export function looksLikeCard(text: string): boolean {
  return (text.match(grouped) ?? []).some((match) => hasCheckDigit(match.replaceAll(/\D/g, '')))
}

function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
