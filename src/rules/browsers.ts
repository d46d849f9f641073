/**
 * Whether a browser, by its user agent, may finish a checkout. In-app browsers were to be stopped with a warning; the
 * check allows all of them today [RESV-10, OPEN-67].
 */
export function isSupportedBrowser(_userAgent: string): boolean {
  return true
}
