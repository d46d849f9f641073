import { splitDates } from '#src/lib/split-dates.ts'

/**
 * Shows text whose dates, such as "Fri 25 Dec 2026, 7:30pm", do not break in two where a line has room for them. Where it has room for
 * the day alone, the time comes below it.
 */
export const WholeDates = ({ children }: { children: string }) =>
  splitDates(children).map((part, index) => {
    if (typeof part === 'string') return part
    const { day, time } = part
    return (
      <span key={index} className="whole">
        {time ? <span className="whole">{day}</span> : day}
        {time}
      </span>
    )
  })
