import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { fieldErrors, fieldName, formValues } from './form-values.ts'
import { useDraft } from './use-draft.ts'
import { useProblems } from './use-problems.ts'

/**
 * Shared form hook. Inputs are uncontrolled and named after the schema's fields. On submit, valid values go to `onValid`;
 * problems are shown at their fields and in the error summary, and the input is kept. A problem disappears when its field
 * is edited or another field has fixed it [PAYM-29]. With a `draft`, what was typed outlives the form.
 *
 *     const form = useStepForm(emailSchema, ({ email }) => send({ type: 'email.submit', email }))
 *     <form {...form.props}>
 *       <ErrorSummary key={form.attempt} problems={form.problems} />
 *       <Field label="Email" type="email" {...form.field('email')} />
 *
 * `<form action>` would empty the inputs after each submit, which is why `onSubmit` is used.
 */
export function useStepForm<Schema extends z.core.$ZodType>(
  schema: Schema,
  onValid: (values: z.output<Schema>) => void,
  draft?: Map<string, string>,
) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { problems, attempt, report, keep } = useProblems()
  const [edited, setEdited] = useState<string[]>([])
  const [fits, setFits] = useState(false)
  const keepDraft = useDraft(draft, form)

  const idOf = (name: string) => `${formId}-${fieldName(name)}`
  const errorOf = (name: string) => problems.find(({ id }) => id === idOf(name))?.message
  const parse = (element: HTMLFormElement, given: object = {}) =>
    z.safeParse(schema, { ...formValues(new FormData(element)), ...given })

  function look(element: HTMLFormElement) {
    const { success, error } = parse(element)
    const failing = error ? Object.keys(fieldErrors(error)).map(idOf) : []
    setFits(success)
    keep(({ id }) => failing.includes(id))
  }

  // Runs after every render, as fields may come and go. Setting an unchanged state does not render again.
  useEffect(() => {
    if (form.current) look(form.current)
  })

  function check(element: HTMLFormElement, given?: object) {
    const result = parse(element, given)
    const found = result.success ? {} : fieldErrors(result.error)
    report(Object.entries(found).map(([name, message]) => ({ id: idOf(name), message })))
    setEdited([])
    return result.success ? result.data : null
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = check(event.currentTarget)
    if (values) onValid(values)
  }

  function onEdit(event: FormEvent<HTMLFormElement>) {
    // A select is handled at `change`: rendering between `input` and `change` would restore its previous option.
    if (event.target instanceof HTMLSelectElement !== (event.type === 'change')) return
    look(event.currentTarget)
    keepDraft()
    if (!('name' in event.target)) return
    const id = idOf(String(event.target.name))
    keep((problem) => problem.id !== id)
    if (!edited.includes(id)) setEdited([...edited, id])
  }

  return {
    props: {
      ref: form,
      // Sent before the page has its script, it must go nowhere: not into the address, for one.
      method: 'dialog',
      noValidate: true,
      onSubmit,
      onInput: onEdit,
      onChange: onEdit,
    },
    /** Validates as a submit does, with the given values in place of the form's; returns null if there are problems. */
    check: (given: object) => form.current && check(form.current, given),
    /** Whether the current values are valid, for buttons that the documents disable until then. */
    fits,
    /** Unresolved problems of the last submit. */
    problems,
    /** The number of submits, for the `key` of the error summary. */
    attempt,
    /** Returns id, name and error of a field. */
    field: (name: string) => ({ id: idOf(name), name, error: errorOf(name) }),
    /**
     * Like `field`, for a field that the server may reject: `refusal` is its error about the last submit, '' for none. It is
     * announced and disappears once the field is edited.
     */
    refusable(name: string, refusal: string) {
      const id = idOf(name)
      const error = errorOf(name)
      const standing = edited.includes(id) ? undefined : refusal || undefined
      return { id, name, error: error ?? standing, errorSpoken: !error }
    },
    /** Returns id and error of a fieldset, whose choices have the name and ids of their own. */
    group: (name: string) => ({ id: idOf(name), error: errorOf(name) }),
  }
}
