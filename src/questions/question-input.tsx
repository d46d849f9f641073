import type { Question } from '#src/checkout/schemas/question.ts'
import { Choice } from '#src/ui/choice.tsx'
import '#src/ui/checkbox.css'
import { Field, SelectField } from '#src/ui/field.tsx'
import styles from './question-input.module.css'

/** Question as a text field, checkbox or dropdown, marked after its words if it is mandatory [QUES-14..19]. */
export function QuestionInput({
  id,
  name,
  question,
  answer,
  error,
  onChange,
}: {
  id: string
  name: string
  question: Question
  answer: string | boolean
  error: string | undefined
  onChange: (answer: string | boolean) => void
}) {
  const isMandatory = question.mandatory
  const label = isMandatory ? (
    <>
      {question.question} {/* Screen readers are told by the field itself. */}
      <span className={styles.mark} aria-hidden="true">
        * Required
      </span>
    </>
  ) : (
    question.question
  )

  if (question.type === 'checkbox')
    return (
      <Choice
        id={id}
        name={name}
        type="checkbox"
        label={label}
        required={isMandatory}
        checked={answer === true}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )

  const words = { id, name, label, error, required: isMandatory }
  if (question.type === 'dropdown')
    return (
      <SelectField
        {...words}
        value={String(answer)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">Choose an answer</option>
        {question.prepopulated_array.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </SelectField>
    )
  return (
    <Field
      {...words}
      value={String(answer)}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
