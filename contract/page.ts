import { readFileSync } from 'node:fs'
import type * as z from 'zod/mini'
import { escape } from '#machines/drawing/escape.ts'
import type { JsonSchema } from '#src/http/wire-form.ts'
import { callEntries, type Call, type CallName } from './calls.ts'
import type { Examples } from './examples.ts'
import { formSchema } from './json-schemas.ts'
import { statesThatRun } from './states.ts'

/** The part of an OpenAPI document that the page shows. */
interface Document {
  components: { schemas: Record<string, Schema> }
}

type Schema = JsonSchema & {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  enum?: unknown[]
  description?: string
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Writes the page of the calls, as files by their names. It needs no server and no script. */
export function pageFiles(documented: Document, examples: Examples): Map<string, string> {
  const { schemas } = documented.components
  return new Map([
    ['index.html', indexOf(schemas, examples)],
    ['page.css', read('../src/ui/tokens.css') + read('page.css')],
  ])
}

function indexOf(schemas: Record<string, Schema>, examples: Examples): string {
  const entities = Object.entries(schemas).filter(([name]) => !name.endsWith('Reply'))
  const list = callEntries.map(([name, { method, path }]) => link(`#${name}`, `${method} ${path}`))
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The calls of the checkout</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
</head>
<body>
<header>
<h1>The calls of the checkout</h1>
<p>What a back-end answers to the page, and which states of <a href="/statechart/">the charts</a> ask. For tools: <a href="openapi.json">what it should send</a> and <a href="openapi.accepted.json">what the page accepts besides</a>, as OpenAPI 3.1.</p>
<p>Every POST is a form with bracketed names, with the session’s cookies and the value of the cookie <code>XSRF-TOKEN</code> in the header <code>X-XSRF-TOKEN</code>. A reply outside of 200 to 299 is a failure, whose <code>message</code> the buyer reads. Calls and fields marked <em class="added">added</em> are our own: the page can do without them.</p>
<details><summary>All calls</summary><ul class="index">${list.map((one) => `<li>${one}</li>`).join('')}</ul></details>
</header>
<main>
${callEntries.map(([name, call]) => section(name, call, schemas, examples)).join('\n')}
<h2 id="entities">What replies consist of</h2>
${entities.map(([name, schema]) => `<section id="${name}"><h3>${name}</h3>${table(schema)}</section>`).join('\n')}
</main>
</body>
</html>
`
}

function section(name: CallName, call: Call, schemas: Record<string, Schema>, examples: Examples): string {
  const { method, path, says, documented, actors, failures = {} } = call
  const example = examples[name]
  const states = statesThatRun(actors).map(({ id, address }) => link(address, id))
  const own = typeof documented === 'object' ? documented.added : ''
  const reply = schemas[`${name[0]?.toUpperCase()}${name.slice(1)}Reply`] ?? {}
  return `<section id="${name}">
<h2><span class="method">${method}</span> <code>${escape(path)}</code></h2>
<p>${words(says)}${own ? ` <em class="added">added</em>` : ` <small>${String(documented)}</small>`}</p>
${own ? `<p>Without it a buyer misses: ${words(own)}</p>` : ''}
<p>Asked in ${states.join(', ')}</p>
${method === 'POST' ? `<h3>Form</h3>${formOf(call.request, example?.request)}` : ''}
<h3>Reply</h3>
${table(reply)}
${example ? exampleOf(example.reply) : ''}
<h3>Failures</h3>
<ul>${[
    ...Object.entries(failures),
    ...(method === 'POST' ? [['403', 'The session or its token is not known.']] : []),
  ]
    .map(([status, text]) => `<li><code>${status}</code> ${words(text ?? '')}</li>`)
    .join('')}<li>Any other status, or a page of HTML: nothing was changed.</li></ul>
</section>`
}

function formOf(request: z.ZodMiniObject | undefined, example: unknown): string {
  if (!request) return '<p>Empty.</p>'
  const hasExample = Object.keys((example ?? {}) as object).length > 0
  return table(formSchema(request) as Schema) + (hasExample ? exampleOf(example) : '')
}

const exampleOf = (value: unknown) =>
  `<details><summary>Example</summary><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre></details>`

/** The fields of an object in rows, or what else it is. */
function table(schema: Schema): string {
  if (!schema.properties) return `<p>${schema.description ? words(schema.description) : typeOf(schema)}</p>`
  const rows = Object.entries(schema.properties).map(
    ([name, field]) =>
      `<tr><th scope="row"><code>${escape(name)}</code>${field['x-added'] ? ' <em class="added">added</em>' : ''}</th><td>${typeOf(field)}</td><td>${words(field.description ?? '')}</td></tr>`,
  )
  const note = schema.description ? `<p>${words(schema.description)}</p>` : ''
  return `${note}<table><thead><tr><th scope="col">Field</th><th scope="col">Is</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function typeOf({
  $ref,
  type,
  items,
  anyOf,
  enum: values,
  properties,
  additionalProperties: inner,
}: Schema): string {
  if ($ref) return link(`#${$ref.split('/').at(-1)}`, $ref.split('/').at(-1) ?? '')
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (values) return values.map((value) => `<code>${escape(JSON.stringify(value))}</code>`).join(' ')
  if (items) return `list of ${typeOf(items)}`
  if (properties)
    return `object with ${Object.keys(properties)
      .map((name) => `<code>${escape(name)}</code>`)
      .join(', ')}`
  if (typeof inner === 'object') return `map to ${typeOf(inner)}`
  return type ? [type].flat().join(' or ') : 'anything'
}

const link = (address: string, text: string) =>
  `<a href="${escape(address)}"><code>${escape(text)}</code></a>`

/** A text whose `code` is shown as such. */
const words = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
