/**
 * Finds a few digits, such as a code or the end of a card number, where they stand alone: random ids, hashes and times
 * contain any four digits sooner or later.
 */
export const standsAlone = (digits: string) => new RegExp(`(?<![\\w.-])${digits}(?![\\w-])`)
