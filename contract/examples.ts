import { readFileSync } from 'node:fs'

/** A call as it was really made of the shop, with what is personal or secret replaced. */
export interface Example {
  request?: unknown
  reply: unknown
}

export type Examples = Readonly<Record<string, Example>>

export const examplesFile = 'contract/examples.json'

/** Reads the recorded examples, by the name of the call. */
export const readExamples = (): Examples => JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples
