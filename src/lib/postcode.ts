const postcode = /\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/g

/** Keeps the halves of British postcodes in an address on one line, by a no-break space. */
export const keepPostcodes = (address: string): string => address.replace(postcode, '$1\u00a0$2')
