import { labelsInWords } from '#src/checkout/rules/seat-words.ts'

/** Tells that somebody else was faster with these seats [F26]. */
export function takenSeats(labels: string[]): string {
  const end =
    labels.length === 1
      ? 'has just been taken. Please choose another seat.'
      : 'have just been taken. Please choose other seats.'
  return `Sorry, ${labelsInWords(labels)} ${end}`
}
