import type { Context } from 'hono'

import type { ShopEnv } from './env.ts'

interface File {
  filename: string
  contentType: string
  content: string | Buffer<ArrayBuffer>
}

/** Replies with a file to be saved. */
export function sendFile(c: Context<ShopEnv>, { filename, contentType, content }: File): Response {
  return c.body(content, 200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${filename}"`,
  })
}
