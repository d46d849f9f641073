import { makeFetchTransport, type BrowserOptions } from '@sentry/react'
import { isReplayAllowed } from './replay-consent.ts'
import { scrubData } from './scrub.ts'

type MakeTransport = NonNullable<BrowserOptions['transport']>
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0]
type Item = Envelope[1][number]

/** The only texts that are sent although they may be personal: the user's id and email [MONI-13]. */
const kept = new Set<string>()

/** Sets the texts that are never scrubbed. */
export function keepTexts(texts: readonly string[]) {
  kept.clear()
  for (const text of texts) kept.add(text)
}

/** Taken before the service adds spans and breadcrumbs to it. */
const { fetch: nativeFetch } = globalThis

/**
 * Browsers refuse a call that may outlive the page while others of together 64 KiB have not ended. The service asks for
 * such calls, and forgets one when its answer begins: refused calls are sent again as usual ones.
 */
const persistentFetch: typeof fetch = (address, options) =>
  nativeFetch(address, options).catch((error: unknown) => {
    if (!options?.keepalive) throw error
    return nativeFetch(address, { ...options, keepalive: false })
  })

/** The one way out of the page for reports, traces and replays: everything is scrubbed here [L10, L11]. */
export const scrubbingTransport: MakeTransport = (options) => {
  const { send, flush } = makeFetchTransport(options, persistentFetch)
  return {
    flush,
    send: async ([headers, items]) => {
      // Nothing is awaited without a recording: a page that is being closed has no time.
      const scrubbed: Item[] = []
      for (const item of sendable(items as Item[]))
        scrubbed.push(isRecording(item) ? await scrubRecording(item) : scrubItem(item))
      if (!scrubbed.length) return {}
      return send([headers, scrubbed] as Envelope)
    },
  }
}

/** Without what was recorded, if the buyer has withdrawn the consent since [L9]. */
const sendable = (items: Item[]) =>
  isReplayAllowed() ? items : items.filter(([{ type }]) => !String(type).startsWith('replay_'))

function scrubItem([headers, payload]: Item): Item {
  return [headers, scrubData(payload, kept)] as Item
}

type Recording = [headers: object, payload: string]

// Replays are handed over as text (`useCompression` in replay.ts).
function isRecording(item: Item): boolean {
  return item[0].type === 'replay_recording' && typeof item[1] === 'string'
}

/** A recording is a line with its number, and its events. */
async function scrubRecording(item: Item): Promise<Item> {
  const [headers, payload] = item as unknown as Recording
  const end = payload.indexOf('\n') + 1
  const events = JSON.stringify(scrubData(JSON.parse(payload.slice(end)), kept))
  const number = new TextEncoder().encode(payload.slice(0, end))
  const body = await new Response(
    new Blob([number, await compressed(new TextEncoder().encode(events))]),
  ).arrayBuffer()
  return [{ ...headers, length: body.byteLength }, new Uint8Array(body)] as unknown as Item
}

/** Compresses the events as the service expects them; not in a page that is being closed, and not in old browsers. */
async function compressed(events: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (document.visibilityState === 'hidden' || typeof CompressionStream === 'undefined') return events
  const stream = new Blob([events]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
