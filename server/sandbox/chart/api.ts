import type { WirePlan } from './plan.ts'

export interface Token {
  holdToken: string
  expiresAt: string
  expiresInSeconds: number
}

export interface WantedObject {
  objectId: string
  ticketType?: string | undefined
}

export type Change = [
  label: string,
  status: string,
  isOwn: boolean,
  ticketType: string | null,
  version: number,
]

export interface BestQuestion {
  number: number
  categories?: string[]
  sections?: string[]
  ticketTypes?: string[]
  accessibleSeats?: number
}

/** What the server answers instead of what was asked for. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The chart's calls to its server, at the address of the script. */
export class Api {
  readonly #base: string
  readonly #workspaceKey: string
  readonly #event: string

  constructor(script: string, workspaceKey: string, event: string) {
    this.#base = new URL('chart', script).href
    this.#workspaceKey = workspaceKey
    this.#event = `/events/${encodeURIComponent(event)}`
  }

  plan = () => this.#ask<WirePlan>('GET', this.#event)
  createToken = () => this.#ask<Token>('POST', '/hold-tokens', {})
  readToken = (token: string) => this.#ask<Token>('GET', `/hold-tokens/${encodeURIComponent(token)}`)
  changes = (since: number, holdToken: string | null) =>
    this.#ask<{ version: number; changes: Change[]; expiresInSeconds: number | null }>(
      'POST',
      `${this.#event}/changes`,
      { since, holdToken },
    )
  hold = (holdToken: string, objects: WantedObject[]) =>
    this.#ask<{ version: number }>('POST', `${this.#event}/hold`, { holdToken, objects })
  release = (holdToken: string, objects: WantedObject[]) =>
    this.#ask<{ version: number }>('POST', `${this.#event}/release`, { holdToken, objects })
  best = (holdToken: string, wanted: BestQuestion) =>
    this.#ask<{ objects: string[]; nextToEachOther: boolean; version: number }>(
      'POST',
      `${this.#event}/best`,
      { holdToken, ...wanted },
    )

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.#base + path, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Workspace-Key': this.#workspaceKey },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read = (await response.json()) as T & { errors?: { code: string; message: string }[] }
    const [error] = read.errors ?? []
    if (error) throw new Refused(error.code, error.message)
    if (!response.ok) throw new Error(`The server answered ${response.status}`)
    return read
  }
}
