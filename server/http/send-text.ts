import type { Context, Handler } from 'hono'

import { compressWell, pickEncoding, type CompressedText } from './compression.ts'

/** Answers with a text that stays the same, compressed at the best quality: once, when it is first asked for. */
export function sendText(
  text: string,
  headers: Record<'Content-Type', string> & Record<string, string>,
): Handler {
  let compressed: CompressedText | undefined
  return (c: Context) => {
    const encoding = pickEncoding(c.req.header('Accept-Encoding'))
    if (!encoding) return c.body(text, 200, headers)
    compressed ??= compressWell(text)
    return c.body(compressed[encoding], 200, {
      ...headers,
      'Content-Encoding': encoding,
      Vary: 'Accept-Encoding',
    })
  }
}
