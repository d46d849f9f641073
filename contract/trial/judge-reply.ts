import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { calls, type CallName } from '#contract/calls.ts'
import { fromJson } from '#src/http/client.ts'
import { reportingInvalidFields } from '#src/http/invalid-fields.ts'
import { ignored } from '#src/http/wire.ts'
import { onPageEvents } from '#src/lib/page-events.ts'
import type * as z from 'zod/mini'

export type ReplyOf<Name extends CallName> = z.output<(typeof calls)[Name]['reply']>

/** A reply as the page reads it, and how it differs from what should be sent. */
export type Judged<Name extends CallName> =
  { reply: ReplyOf<Name>; tolerated: string[] } | { unreadable: string }

const validators = new Map<CallName, ValidateFunction>()
let ajv: Ajv2020 | null = null

/** The check of a reply against docs/openapi.json. */
function documented(name: CallName): ValidateFunction {
  const known = validators.get(name)
  if (known) return known
  if (!ajv) {
    ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
    const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
    ajv.addSchema({ $id: 'all', components })
  }
  const check = ajv.getSchema(`all#/components/schemas/${name[0]?.toUpperCase()}${name.slice(1)}Reply`)
  if (!check) throw new Error(`no schema for ${name}`)
  validators.set(name, check)
  return check
}

/** Reads a reply as the page does, and compares it with the documents. */
export function judgeReply<Name extends CallName>(name: Name, text: string): Judged<Name> {
  const value = fromJson(text)
  if (!ignored.safeParse(value).success) return { unreadable: 'is an HTML page, not JSON' }
  const schema: z.ZodMiniType = calls[name].reply
  let lost: readonly string[] = []
  onPageEvents((event) => {
    if (event.type === 'reply') lost = event.fields
  })
  const read = reportingInvalidFields(calls[name].path, () => schema.safeParse(value))
  if (!read.success) {
    const fields = read.error.issues.map((issue) => placeOf(issue.path.map(String)) || 'the reply')
    return {
      unreadable: `cannot be read: ${[...new Set(fields)].map((field) => `${field} is ${kindAt(value, field)}`).join(', ')}`,
    }
  }
  const check = documented(name)
  const differences = check(value) ? [] : differencesIn(check.errors ?? [])
  return {
    reply: read.data as ReplyOf<Name>,
    tolerated: [
      ...differences,
      ...lost.map((field) => `replies a ${field} that cannot be read: it counts as missing`),
    ],
  }
}

/** What differs, in words; missing fields of one object together. */
function differencesIn(errors: readonly ErrorObject[]): string[] {
  const missing = Map.groupBy(
    errors.filter(({ keyword }) => keyword === 'required'),
    ({ instancePath }) => placeOf(instancePath.split('/').slice(1)),
  )
  const lacking = [...missing].map(([place, all]) => {
    const fields = new Set(all.map(({ params }) => String(params.missingProperty)))
    return `replies ${place && `${place} `}without ${[...fields].join(', ')}`
  })
  const others = errors
    // An object may be null: what it lacks is told, not that it is there
    .filter(({ keyword, params }) => !['required', 'anyOf'].includes(keyword) && params.type !== 'null')
    .map(({ instancePath, message, data }) => {
      const place = placeOf(instancePath.split('/').slice(1))
      return `replies ${place && `${place} as `}${kindOf(data)}: it ${message}`
    })
  return [...new Set([...lacking, ...others])]
}

/** "tickets[].price": positions and ids do not matter. */
const placeOf = (path: readonly string[]) =>
  path
    .map((part) => (/^\d+$/.test(part) ? '[]' : `.${part}`))
    .join('')
    .replace(/^\./, '')

/** What is in the place of a field. Texts are not told: they may be of people. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return value.length === 0 ? '[]' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string' || /^[\d.,-]{0,12}$/.test(value)) return JSON.stringify(value)
  return 'a text'
}

function kindAt(value: unknown, place: string): string {
  const parts = place.replaceAll('[]', '.0').split('.').filter(Boolean)
  let found = value
  if (place !== 'the reply')
    for (const part of parts)
      found =
        typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[part] : undefined
  return kindOf(found)
}
