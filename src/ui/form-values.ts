import * as z from 'zod/mini'

/**
 * Returns the values of a form by field name: a text for each control, or a list for names ending in "[]". Unticked
 * checkboxes are absent.
 */
export function formValues(data: FormData): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of new Set(data.keys())) {
    values[fieldName(name)] = name.endsWith('[]') ? data.getAll(name) : data.get(name)
  }
  return values
}

/** Returns the field of the schema for the name of an input: `organisers` for "organisers[]". */
export function fieldName(inputName: string): string {
  return inputName.replace(/\[\]$/, '')
}

/** Returns the first error message of each invalid field, in the order of the schema's fields. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? '')
    errors[field] ??= message
  }
  return errors
}

/** Trimmed text; '' for a field that is not in the form. */
export const typed = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value?.trim() ?? ''),
)

/** A single checkbox: true if ticked. */
export const ticked = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value !== undefined),
)

/** The values of the ticked checkboxes of a name that ends in "[]"; [] for none. */
export const chosen = z.pipe(
  z.optional(z.array(z.string())),
  z.transform((values) => values ?? []),
)
