import * as z from 'zod/mini'
import { entity, fields, id, isRecord, list, text } from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

const addressFields = {
  first_name: text,
  last_name: text,
  address_1: text,
  address_2: text,
  town: text,
  postcode: text,
  country: id,
  state: text,
}

/** A signed-in customer's saved address [ENTI-28]. */
export const savedAddressSchema = entity('saved_address', {
  strict: { id },
  shown: { full_address: text, ...addressFields },
})
export type SavedAddress = z.output<typeof savedAddressSchema>

/** A result of the address finder [ENTI-29]. */
export const foundAddressSchema = entity('found_address', {
  strict: {},
  shown: { formatted_address: text, address_line_2: text, town: text, post_code: text },
})
export type FoundAddress = z.output<typeof foundAddressSchema>

/** Reply with the saved addresses [CALL-19]. */
export const savedAddressesReplySchema = fields({ existing_addresses: list(savedAddressSchema) })

/** Reply of the address finder [CALL-20]. */
export const foundAddressesReplySchema = fields({ possible_addresses: list(foundAddressSchema) })

/** Options with id and name, from a list of objects (id or code, name or title) or a map from id to name. */
const choices = z.pipe(
  z.transform(withIds),
  list(
    z.pipe(
      z.transform((value: unknown): unknown =>
        isRecord(value)
          ? { id: value.id ?? value.code ?? value.name, name: value.name ?? value.title ?? value.country }
          : { id: value, name: value },
      ),
      entity('choice', { strict: { id }, shown: { name: text } }),
    ),
  ),
)

onTheWire(choices, () => ({
  accepted: (own) =>
    anyOf(own, {
      type: ['object', 'array', 'null'],
      description:
        'Also a map from id to name, texts, and objects with `code` in place of `id`, or `title` in place of `name`.',
    }),
}))

/** Countries, and the states of the USA [CALL-18]. */
export const countriesSchema = fields({ countries: choices, states: choices })
export type Countries = z.output<typeof countriesSchema>

function withIds(value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.entries(value).map(([key, one]) =>
    isRecord(one) ? { id: key, ...one } : { id: key, name: one },
  )
}
