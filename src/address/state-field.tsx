import { useQuery } from '@tanstack/react-query'
import { countriesQuery } from './calls.ts'
import { Field, SelectField } from '#src/ui/field.tsx'
import type { useStepForm } from '#src/ui/form.tsx'

/** State as a list, or as a text field if the server has no list [ADDR-17, ADDR-28]. */
export function StateField({
  autoComplete,
  ...field
}: ReturnType<ReturnType<typeof useStepForm>['field']> & { autoComplete: string }) {
  const states = useQuery({ ...countriesQuery, enabled: false }).data?.states ?? []
  const ties = { ...field, label: 'State', autoComplete }
  if (states.length === 0) return <Field {...ties} />
  return (
    <SelectField {...ties} defaultValue="">
      <option value="">Choose a state</option>
      {states.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
