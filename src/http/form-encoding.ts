/** Value of a form field; objects and lists nest, undefined is left out. */
export type FormValue =
  string | number | boolean | null | undefined | readonly FormValue[] | { readonly [key: string]: FormValue }

/** The fields of a form body by name. */
export type FormFields = Readonly<Record<string, FormValue>>

/**
 * Encodes a form body with bracketed keys: `transfers[0][name]=Ada`. Booleans become "true" and "false", null becomes '';
 * undefined and empty lists are left out [CALL-02, OPEN-93].
 */
export function encodeForm(fields: FormFields): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => pairs(name, value)))
}

function pairs(name: string, value: FormValue): [string, string][] {
  if (value === undefined) return []
  if (value === null || typeof value !== 'object') return [[name, String(value ?? '')]]
  return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner))
}
