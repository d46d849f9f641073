import type { AnyStateMachine } from 'xstate'
import { nextSteps } from './documented.ts'
import { machines, meaningOf, suggest, UnknownName, type Meaning } from './names.ts'
import { requirementCases } from './requirement-cases.ts'
import { requirementsOfMessage, requirementTexts } from './requirement-texts.ts'
import type { Waypoint } from './search.ts'
import { nodesOf, transitionsOf } from './transitions.ts'

/** What a path must do to meet a requirement. */
interface Required {
  meanings: Meaning[]
  /** The basket that it needs; undefined for any. */
  shape: string | undefined
  /** The path shows this requirement; otherwise it only comes to the step that the requirement belongs to. */
  isShown: boolean
}

/**
 * Returns what a path must do to meet a requirement: take a row of the next-step tables, show a message, pass the listed case,
 * or else, as the requirement is about a whole step, come to the step. Throws `UnknownName` if the charts have nothing to do
 * with it.
 */
export function requiredBy(id: string): Required {
  if (!requirementTexts.has(id))
    throw new UnknownName(`There is no requirement "${id}". ${suggest(id, [...requirementTexts.keys()])}`)
  const shown = (meanings: Meaning[], shape?: string) => ({ meanings, shape, isShown: true })
  const listed = requirementCases[id]
  if (listed) return shown(listed.passes.map(meaningOf), listed.shape)
  const row = nextSteps.find((one) => one.id === id)
  if (row) return shown([meaningOf(row.from), meaningOf(row.to)])
  const isShown: Waypoint = ({ model, messages }) =>
    model.chart === chart && messages.some((message) => requirementsOfMessage(message).includes(id))
  const [chart] = [...machines].flatMap(([name, machine]) =>
    messagesOf(machine).some((message) => requirementsOfMessage(message).includes(id)) ? [name] : [],
  )
  if (chart !== undefined)
    return shown([{ name: id, charts: [chart], isMet: isShown, isFelt: isShown, isTransient: false }])
  const step = stepsWith.find(({ isListed }) => isListed(id))
  if (step) return { meanings: [meaningOf(step.name)], shape: undefined, isShown: false }
  throw new UnknownName(
    `No step, transition or message of the charts is about ${id}: "${requirementTexts.get(id)}".`,
  )
}

const messagesOf = (machine: AnyStateMachine) =>
  transitionsOf(machine).flatMap(({ definition }) =>
    definition.actions.flatMap((action) => {
      const { type = '', params } = action as { type?: string; params?: unknown } // as `setup` types them
      return type.startsWith('notify') && isText(params) ? [params.text] : []
    }),
  )

const isText = (params: unknown): params is { text: string } =>
  typeof params === 'object' && params !== null && 'text' in params

/** The steps of the checkout with the range of their requirements, `DONA-01..17`. */
const stepsWith = nodesOf(machines.get('checkout')!.root).flatMap(({ key, meta }) => {
  const [, area, first, last] = /^(\w+)-(\d+)\.\.(\d+)$/.exec(String(meta?.requirements ?? '')) ?? []
  const isListed = (id: string) => {
    const [own, number] = id.split('-')
    return own === area && Number(number) >= Number(first) && Number(number) <= Number(last)
  }
  return area ? [{ name: key, isListed }] : []
})
