import type { Context } from 'hono'
import type * as z from 'zod/mini'

import { invalid } from './seats-error.ts'

/** Reads a JSON body. Throws `SeatsError`. */
export async function readBody<T>(c: Context, schema: z.ZodMiniType<T>): Promise<T> {
  const body: unknown = await c.req.json().catch(() => null)
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalid(`#/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'invalid'}`)
}
