import type { CDPSession } from '@playwright/test'

/** What came over the network, at which second of the browser's clock. */
interface Transfer {
  begunAt: number
  isEnded: boolean
  parts: { at: number; bytes: number }[]
}

/** Counts requests and bytes as sent, headers included. */
export class Wire {
  readonly #transfers = new Map<string, Transfer>()
  /** Seconds since 1970 at second 0 of the browser's clock. */
  #epoch = 0

  constructor(session: CDPSession) {
    const add = (id: string, at: number, bytes: (sum: number) => number) => {
      const transfer = this.#transfers.get(id)
      if (!transfer) return
      const sum = transfer.parts.reduce((total, part) => total + part.bytes, 0)
      transfer.parts.push({ at, bytes: bytes(sum) })
    }
    session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
      if (!request.url.startsWith('http')) return
      this.#epoch = wallTime - timestamp
      this.#transfers.set(requestId, { begunAt: timestamp, isEnded: false, parts: [] })
    })
    session.on('Network.requestServedFromCache', ({ requestId }) => this.#transfers.delete(requestId))
    session.on('Network.responseReceived', ({ requestId, timestamp, response }) =>
      add(requestId, timestamp, () => response.encodedDataLength),
    )
    session.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) =>
      add(requestId, timestamp, () => encodedDataLength),
    )
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      add(requestId, timestamp, (sum) => encodedDataLength - sum)
      this.#end(requestId)
    })
    session.on('Network.loadingFailed', ({ requestId }) => this.#end(requestId))
  }

  #end(id: string) {
    const transfer = this.#transfers.get(id)
    if (transfer) transfer.isEnded = true
  }

  get isQuiet() {
    return [...this.#transfers.values()].every(({ isEnded }) => isEnded)
  }

  /** Returns requests sent, and kilobytes received, until a time in milliseconds since 1970. */
  until(time: number): { requests: number; kilobytes: number } {
    const end = time / 1000 - this.#epoch
    const begun = [...this.#transfers.values()].filter(({ begunAt }) => begunAt <= end)
    const parts = begun.flatMap((transfer) => transfer.parts).filter(({ at }) => at <= end)
    return { requests: begun.length, kilobytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000 }
  }
}
