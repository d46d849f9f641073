/**
 * Returns whether a browser, by its user agent, can finish a checkout. The check for in-app browsers is documented but
 * currently allows all of them [RESV-10, OPEN-67].
 */
export function isSupportedBrowser(_userAgent: string): boolean {
  return true
}
