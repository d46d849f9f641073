import * as z from 'zod/mini'
import { wireFormOf, type JsonSchema, type WireForm } from '#src/http/wire-form.ts'
import { components, kinds } from './components.ts'

/** What a back-end should send, and what the page accepts. */
export const forms = ['documented', 'accepted'] as const
export type Form = (typeof forms)[number]

/** A JSON Schema while zod writes it. */
type Draft = Record<string, unknown>

const pathOf = (name: string) => `#/components/schemas/${name}`

/** Marks what no form describes; `jsonSchemas` throws if one is left. */
const UNDESCRIBED = 'x-undescribed'

/** Keeps the words of an object's fields until `withWords`. */
const WORDS = 'x-words'

/**
 * Returns the JSON Schemas of these schemas and of the components, by name, with references among them. Throws if one of
 * them reads what nothing describes.
 */
export function jsonSchemas(form: Form, replies: Record<string, z.ZodMiniType>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  const named = { ...replies, ...components, ...(form === 'accepted' && kinds) }
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    metadata: registry,
    uri: pathOf,
    unrepresentable: ({ zodSchema }) =>
      zodSchema._zod.def.type === 'catch' ? {} : { [UNDESCRIBED]: zodSchema._zod.def.type },
    override: ({ zodSchema, jsonSchema }) => describe(zodSchema, jsonSchema as Draft, form),
  })
  const described = Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, id: ___, ...schema }]) => [
      name,
      withWords(schema) as JsonSchema,
    ]),
  )
  const left = Object.entries(described).filter(([, schema]) => JSON.stringify(schema).includes(UNDESCRIBED))
  if (left.length > 0) throw new Error(`Not described: ${left.map(([name]) => name).join(', ')}`)
  return described
}

/** Returns the JSON Schema of a form as the page has it before it is encoded. */
export function formSchema(request: z.ZodMiniObject) {
  const schema = z.toJSONSchema(request, { io: 'input' })
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'))
}

function describe(schema: z.core.$ZodType, draft: Draft, form: Form) {
  const { def } = schema._zod as { def: z.core.$ZodTypeDef & Partial<Parts> }
  const said = formOfParts(schema, def)
  if (def.type === 'object') describeFields(def.shape ?? {}, draft, form, said)
  if (def.type === 'catch' && form === 'accepted') draft['x-otherwise'] = 'missing'
  const own = said?.[form] ?? (form === 'accepted' ? said?.documented : undefined)
  if (own === undefined) return
  const written = { ...draft }
  delete written.id
  // Not cloned: what is inside may be described later.
  const changed = typeof own === 'function' ? own(written) : own
  for (const key of Object.keys(draft)) delete draft[key]
  Object.assign(draft, changed)
}

type Parts = { in: z.core.$ZodType; shape: Record<string, z.ZodMiniType>; transform: object }

/** What is said of a schema, of the first part of a pipe, or of the function with which that begins. */
function formOfParts(schema: z.core.$ZodType, { in: first }: Partial<Parts>): WireForm | undefined {
  const { transform } = (first?._zod.def ?? {}) as Partial<Parts>
  return wireFormOf(schema) ?? (first && wireFormOf(first)) ?? (transform && wireFormOf(transform))
}

function describeFields(
  shape: Record<string, z.ZodMiniType>,
  draft: Draft,
  form: Form,
  { fields = {}, added = {}, optional = [] }: WireForm = {},
) {
  const isRequired = (name: string, field: z.ZodMiniType) =>
    form === 'documented'
      ? !(name in added) && !optional.includes(name)
      : !z.safeParse(field, undefined).success
  const required = Object.entries(shape).flatMap(([name, field]) => (isRequired(name, field) ? [name] : []))
  if (required.length > 0) draft.required = required
  else delete draft.required
  if (Object.keys({ ...fields, ...added }).length > 0) draft[WORDS] = { fields, added }
}

/** Puts the words of fields in their place, once zod has finished: until then fields of one kind are one object. */
function withWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWords)
  if (typeof value !== 'object' || value === null) return value
  const { [WORDS]: words, ...schema } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === WORDS ? inner : withWords(inner)]),
  ) as { [WORDS]?: Required<Pick<WireForm, 'fields' | 'added'>>; properties: Record<string, JsonSchema> }
  if (!words) return schema
  const properties = { ...schema.properties }
  for (const [name, said] of Object.entries({ ...words.fields, ...words.added })) {
    const field = properties[name]
    if (!field) throw new Error(`There is no field ${name}`)
    const { description, ...rest } = field
    const isAdded = name in words.added
    properties[name] = {
      description: [said, description].filter(Boolean).join(' '),
      ...(isAdded && { 'x-added': true }),
      ...rest,
    }
  }
  return { ...schema, properties }
}
