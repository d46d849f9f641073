import { useEffect, useState, type RefObject } from 'react'
import { fillIn, isTickable, type Control } from './fill-in.ts'

type Draft = Map<string, string>

/**
 * Keeps in `draft` what the buyer has changed in a form, and fills it in again when the form is mounted anew. Works for
 * every named control: what is filled in arrives as an edit does, so that state and charts which hold a value follow.
 * Never keeps one-time codes, nor hidden inputs, which tell whether a card is typed. Returns a function to call after an
 * edit.
 */
export function useDraft(draft: Draft | undefined, form: RefObject<HTMLFormElement | null>) {
  const [first] = useState(() => new Map<string, string>())
  const [missing] = useState(() => new Map(draft))

  function keep() {
    if (!draft || !form.current) return
    const controls = [...form.current.elements].filter(isKept)
    const values = valuesOf(controls)
    for (const [key, value] of values) {
      if (!first.has(key)) first.set(key, value)
      if (missing.has(key)) continue
      if (value === first.get(key)) draft.delete(key)
      else draft.set(key, value)
    }
    const found = controls.filter((control) => missing.has(keyOf(control)))
    const wanted = new Map(found.map((control) => [control, missing.get(keyOf(control)) ?? '']))
    for (const control of found) missing.delete(keyOf(control))
    // Texts first: choosing an amount empties the field for another one, and not the other way round.
    for (const [control, value] of wanted) if (!isTickable(control)) fillIn(control, value)
    for (const [control, value] of wanted) if (isTickable(control)) tick(control, value)
  }

  // Runs after every render, as fields may come and go.
  useEffect(keep)
  return keep
}

function isKept(element: Element): element is Control {
  const isControl = ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName)
  const { name, type, autocomplete } = element as HTMLInputElement
  return isControl && name !== '' && type !== 'hidden' && autocomplete !== 'one-time-code'
}

/** The checkboxes of a name are values of their own; its radio buttons are one, apart from a text of the same name. */
function keyOf({ name, type, value }: Control) {
  if (type === 'checkbox') return `${name}=${value}`
  return type === 'radio' ? `${name}=` : name
}

function valuesOf(controls: Control[]) {
  const values = new Map<string, string>()
  for (const control of controls) {
    const key = keyOf(control)
    if (!isTickable(control)) values.set(key, control.value)
    else if (control.checked) values.set(key, control.value)
    else if (!values.has(key)) values.set(key, '')
  }
  return values
}

function tick(control: HTMLInputElement, value: string) {
  const isWanted = control.value === value
  const isChosen = control.type === 'checkbox' || isWanted
  if (isChosen && control.checked !== isWanted) control.click()
}
