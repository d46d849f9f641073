/** An id of a Google tag: Analytics, Ads or Floodlight. Universal Analytics (`UA-…`) no longer exists. */
const GOOGLE_TAG = /^(?:G|GT|AW|DC)-[A-Z\d]{4,20}$/
/** A conversion of Google Ads: account and label. */
const CONVERSION = /^AW-\d{6,14}\/[\w-]{4,64}$/
const META_PIXEL = /^\d{6,20}$/

/** Whether a text is an id of a Google tag; anything else must not reach an address [S30]. */
export const isGoogleTag = (text: string) => GOOGLE_TAG.test(text)

/** Whether a text names a conversion of Google Ads [S30]. */
export const isConversion = (text: string) => CONVERSION.test(text)

/** Whether a text is an id of a Meta pixel [S30]. */
export const isMetaPixel = (text: string) => META_PIXEL.test(text)
