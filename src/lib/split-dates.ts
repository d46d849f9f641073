const dates = /(\b(?:to )?\w{3} \d{1,2} \w{3} \d{4}(?:, \d{1,2}:\d\d[ap]m)?[,.]?|\bto \d{1,2}:\d\d[ap]m[,.]?)/
const dayAndTime = /^(.+ \d{4},)( \d{1,2}:.+)$/

/** A part of a text: its words as they are, or a date, as its day and what follows on the same day; '' for nothing. */
export type DatePart = string | { day: string; time: string }

/** Splits text at its dates and times, such as "Fri 25 Dec 2026, 7:30pm", for pages that keep each of them in one line, with the comma
 * or full stop after it. */
export function splitDates(text: string): DatePart[] {
  return text.split(dates).map((part, index) => {
    if (index % 2 === 0) return part
    const [, day = part, time = ''] = dayAndTime.exec(part) ?? []
    return { day, time }
  })
}
