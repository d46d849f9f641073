import type * as z from 'zod/mini'
import type { JsonSchema } from '#src/http/wire-form.ts'
import { callEntries, type Call } from './calls.ts'
import type { Examples } from './examples.ts'
import { formSchema, jsonSchemas, type Form } from './json-schemas.ts'
import { statesThatRun } from './states.ts'

const about: Record<Form, string> = {
  documented:
    'What a back-end should send to the checkout. `openapi.accepted.json` tells what the page accepts besides.',
  accepted:
    'What the checkout accepts from a back-end: more than it should send (`openapi.json`). A field with `x-otherwise: missing` that is none of this is read as missing and reported; any other makes the reply invalid.',
}

const rules = `

Every call is made on the origin of the page, with its cookies. A POST has a form as its body, also if it is empty. Objects and lists have bracketed names (\`address[town]=Leeds\`, \`transfers[0][name]=Ada\`), flags are \`true\` and \`false\`, null is empty, and what is undefined or an empty list is left out.

Every POST has the value of the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`, if there is such a cookie. A back-end should set it with the session, readable for scripts, and refuse a POST without it.

A status of 200 to 299 is success. Any other is a failure, whose \`message\` is shown to the buyer. A page of HTML is never a valid reply. The page sends a call once; it repeats only reads, at most twice, after 429 or 5xx.

A call with \`x-added\` is in no document: the page can do without it, if the back-end replies 404, 405 or 501.`

/** The OpenAPI document of all calls in one form. */
export function openApi(form: Form, examples: Examples): JsonSchema {
  const replies = Object.fromEntries(callEntries.map(([name, { reply }]) => [replyName(name), reply]))
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const [name, call] of callEntries) {
    const { path, method } = call
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, call, examples) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'The calls of the checkout', version: '1', description: about[form] + rules },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    paths,
    components: {
      schemas: { ...jsonSchemas(form, replies), Failure: failure },
      responses: { Failure: failureResponse('Nothing was changed.'), Unrecognised: unrecognised },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'The session. The page does not read this cookie, so that its name is free.',
        },
        antiForgery: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description: 'The value of the cookie `XSRF-TOKEN`, decoded.',
        },
      },
    },
  }
}

const failure: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'Shown to the buyer.' },
    type: { type: 'string', description: 'Only of a refused one-time code.' },
  },
}

const unrecognised: JsonSchema = {
  description:
    'The session is not known, or the token is missing or wrong. The page asks to be opened again.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}

function failureResponse(description: string): JsonSchema {
  return { description, content: unrecognised.content }
}

const replyName = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}Reply`

function operation(name: string, call: Call, examples: Examples): JsonSchema {
  const { method, path, says, documented, actors, failures = {}, request } = call
  const example = examples[name]
  const isOwn = typeof documented === 'object'
  const states = statesThatRun(actors)
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: name,
    summary: says,
    ...(isOwn ? { 'x-added': documented.added } : { 'x-requirement': documented }),
    'x-called-in': states.map(({ id }) => id),
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && {
      security: [{ session: [], antiForgery: [] }],
      requestBody: requestBody(request, example?.request),
    }),
    responses: {
      200: {
        description: 'Success.',
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${replyName(name)}` },
            ...(example && { example: example.reply }),
          },
        },
      },
      ...(method === 'POST' && { 403: { $ref: '#/components/responses/Unrecognised' } }),
      ...Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [status, failureResponse(description)]),
      ),
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

function requestBody(request: z.ZodMiniObject | undefined, example: unknown): JsonSchema {
  if (!request) return { content: { [FORM]: { schema: { type: 'object', maxProperties: 0 } } } }
  const schema = formSchema(request)
  const nested = Object.entries(schema.properties ?? {}).flatMap(([field, value]) =>
    typeof value === 'object' && isNested(value) ? [[field, { style: 'deepObject', explode: true }]] : [],
  )
  return {
    required: true,
    content: {
      [FORM]: {
        schema,
        ...(nested.length > 0 && { encoding: Object.fromEntries(nested) }),
        ...(example !== undefined && { example }),
      },
    },
  }
}

const FORM = 'application/x-www-form-urlencoded'

const isNested = ({ type, anyOf }: { type?: unknown; anyOf?: { type?: unknown }[] }): boolean =>
  type === 'object' || type === 'array' || (anyOf ?? []).some(isNested)
