import type { WirePlan } from './plan.ts'

export interface Token {
  holdToken: string
  expiresAt: string
  expiresInSeconds: number
}

export interface WantedObject {
  objectId: string
  ticketType?: string
}

export type Change = [
  label: string,
  status: string,
  isOwn: boolean,
  ticketType: string | null,
  version: number,
]

/** An error reply of the server. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The calls to the server, at the address of the script. */
export class Api {
  readonly #base: string
  readonly #workspaceKey: string
  readonly #event: string

  constructor(script: string, workspaceKey: string, event: string) {
    this.#base = new URL('seating-plan', script).href
    this.#workspaceKey = workspaceKey
    this.#event = `/events/${encodeURIComponent(event)}`
  }

  plan = () => this.#ask<WirePlan>('GET', this.#event)
  createToken = () => this.#ask<Token>('POST', '/hold-tokens', {})
  readToken = (token: string) => this.#ask<Token>('GET', `/hold-tokens/${encodeURIComponent(token)}`)
  changes = (since: number, holdToken: string | null) =>
    this.#change<{ changes: Change[]; expiresInSeconds: number | null }>('changes', { since, holdToken })
  hold = (holdToken: string, objects: WantedObject[]) => this.#change('hold', { holdToken, objects })
  release = (holdToken: string, objects: WantedObject[]) => this.#change('release', { holdToken, objects })
  best = (holdToken: string, wanted: { number: number; categories?: string[] }) =>
    this.#change<{ objects: string[]; nextToEachOther: boolean }>('best', { holdToken, ...wanted })

  #change = <T = object>(what: string, body: object) =>
    this.#ask<T & { version: number }>('POST', `${this.#event}/${what}`, body)

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
