import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Choice } from './choice.tsx'
import { Field, SelectField } from './field.tsx'

it('connects label, hint and error with the control', () => {
  const html = renderToStaticMarkup(
    <Field id="email" label="Email" hint="For your tickets" error="Please type a valid email address" />,
  )
  expect(html).toContain('for="email"')
  expect(html).toMatch(/<input[^>]* id="email" aria-describedby="email-hint email-error" aria-invalid="true"/)
  expect(html).toContain('id="email-hint"')
  expect(html).toContain('id="email-error"')
})

it('has no description without hint and error', () => {
  const html = renderToStaticMarkup(
    <SelectField label="Country">
      <option>United Kingdom</option>
    </SelectField>,
  )
  expect(html).not.toContain('aria-describedby')
  expect(html).not.toContain('aria-invalid')
})

it('has the label of a choice as its name, and the other texts as its description', () => {
  const html = renderToStaticMarkup(
    <Choice type="radio" id="card" name="method" value="card" label="Card" description="Visa" />,
  )
  expect(html).toMatch(/<input[^>]* aria-labelledby="card-label" aria-describedby="card-description"/)
  expect(html).toMatch(/id="card-label">Card</)
})
