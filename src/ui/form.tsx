import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import type { Problem } from './error-summary.tsx'
import { fieldErrors, fieldName, formValues } from './form-values.ts'

/**
 * The one way of forms. Inputs are uncontrolled and named as the schema's fields; on submit their values are parsed:
 * what fits goes to `onValid`, what does not is told by field and for the summary, and everything typed stays. An
 * edited field loses its error at once; the summary stands until the next submit, so that nothing jumps under the
 * buyer's hands.
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
) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [problems, setProblems] = useState<Problem[]>([])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [fits, setFits] = useState(false)

  const idOf = (name: string) => `${formId}-${name}`
  const parse = (element: HTMLFormElement) => z.safeParse(schema, formValues(new FormData(element)))

  // Fields come and go with what the step shows, so what they hold is looked at whenever it was drawn; a state that
  // is set to what it was draws nothing.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (form.current) setFits(parse(form.current).success)
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const result = parse(event.currentTarget)
    const found = result.success ? {} : fieldErrors(result.error)
    setErrors(found)
    setProblems(Object.entries(found).map(([name, message]) => ({ id: idOf(name), message })))
    setAttempt(attempt + 1)
    if (result.success) onValid(result.data)
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    setFits(parse(event.currentTarget).success)
    const edited = 'name' in event.target ? fieldName(String(event.target.name)) : ''
    if (edited in errors)
      setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => name !== edited)))
  }

  return {
    props: { ref: form, noValidate: true, onSubmit, onInput },
    /** Whether what the form holds now would be accepted, for buttons that the documents disable until then. */
    fits,
    /** The errors that still stand, by field name. */
    errors,
    /** The problems of the last submit, for the error summary, and its key: the number of submits. */
    problems,
    attempt,
    /** Ties a field to its name and error. */
    field: (name: string) => ({ id: idOf(fieldName(name)), name, error: errors[fieldName(name)] }),
    /** The same for a fieldset of choices, which share the name but have ids of their own. */
    group: (name: string) => ({ id: idOf(fieldName(name)), error: errors[fieldName(name)] }),
  }
}
