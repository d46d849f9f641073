import type { ConsentChoice } from '#machines/consent.ts'

const HALF_A_YEAR = 182 * 24 * 60 * 60

/** Cookies that Google's and Meta's scripts set for this site. */
const THEIR_COOKIES = /^_(?:ga|gid|gat|gac|gcl|fbp|fbc)(?:_|$)/

/**
 * Reads the buyer's choice. Consent is the configured cookie (`name=value`); a refusal is a cookie of another name,
 * because other scripts of the site may take the mere presence of the first for consent [MONI-27].
 */
export function readConsent(consentCookie: string): ConsentChoice {
  const { name, refusal, pair } = namesOf(consentCookie)
  const cookies = cookieList()
  if (cookies.includes(pair)) return 'granted'
  return cookies.includes(`${refusal}=1`) || cookies.some((one) => one.startsWith(`${name}=`))
    ? 'refused'
    : null
}

/** Stores the buyer's choice for half a year and returns what is stored: a browser may keep no cookies. */
export function writeConsent(consentCookie: string, isGranted: boolean): ConsentChoice {
  const { name, refusal, pair } = namesOf(consentCookie)
  setCookie(isGranted ? pair : `${refusal}=1`, HALF_A_YEAR)
  removeCookie(isGranted ? refusal : name)
  return readConsent(consentCookie)
}

/** Deletes the cookies that analytics and pixels have set for this site. */
export function removeTrackingCookies() {
  for (const cookie of cookieList()) {
    const [name = ''] = cookie.split('=')
    if (THEIR_COOKIES.test(name)) removeCookie(name)
  }
}

function namesOf(consentCookie: string) {
  const [name = '', value = ''] = consentCookie.split('=')
  return { name, refusal: `${name}_refused`, pair: `${name}=${value}` }
}

const cookieList = () => document.cookie.split(/;\s*/)

/** Removes a cookie, whichever of the site's domains it was set for. */
function removeCookie(name: string) {
  const labels = location.hostname.split('.')
  setCookie(`${name}=`, 0)
  for (const [index] of labels.entries())
    setCookie(`${name}=`, 0, `; Domain=${labels.slice(index).join('.')}`)
}

function setCookie(pair: string, seconds: number, more = '') {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const expiry = new Date(seconds && Date.now() + seconds * 1_000).toUTCString()
  document.cookie = `${pair}; Path=/; Expires=${expiry}; SameSite=Lax${secure}${more}`
}
