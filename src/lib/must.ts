import type * as z from 'zod/mini'

/**
 * A check of a schema: values that do not pass get `message`, at `path` inside them, and later checks still run. Used
 * in place of `z.refine`, which would bring another kind of schema into the first load.
 */
export function must<Value>(
  passes: (value: Value) => boolean,
  message: string,
  path: string[] = [],
): z.core.CheckFn<Value> {
  return ({ value, issues }) => {
    if (!passes(value)) issues.push({ code: 'custom', message, path, input: value, continue: true })
  }
}
