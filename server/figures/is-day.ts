/** Whether a text is a day that exists, as `2026-11-30`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const time = Date.parse(text)
  // The 30th of February is read as the 2nd of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
