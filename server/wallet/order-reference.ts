const form = /^[0-9A-HJKMNP-TV-Z]{8}$/

/**
 * Reads an order reference as people type it: in any case, with spaces or dashes, with O for 0 and I or L for 1. Null if it is
 * none.
 */
export function readReference(text: string): string | null {
  const reference = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return form.test(reference) ? reference : null
}
