import { fillIn, isTickable, type Control } from '#src/ui/fill-in.ts'

/**
 * Does again, on the page that has just taken over a drawn screen, what the buyer has typed, ticked and opened in it before: the
 * page knows nothing of that, and would silently show its own values again.
 */
export function repeatInput(drawn: HTMLElement) {
  const controls = [...drawn.querySelectorAll<Control>('input, select, textarea')]
  const ticked = controls.filter(isTickable).filter(isTickedAnew)
  const wanted = ticked.filter(({ type, checked }) => type === 'checkbox' || checked)
  for (const control of ticked) control.checked = control.defaultChecked
  for (const control of controls) if (!isTickable(control)) typeAgain(control)
  for (const control of wanted) control.click()
  for (const details of drawn.querySelectorAll('details[open]')) details.dispatchEvent(new Event('toggle'))
}

const isTickedAnew = ({ checked, defaultChecked }: HTMLInputElement) => checked !== defaultChecked

/** Begins with the value that was drawn, from which a form counts what the buyer has changed. */
function typeAgain(control: Control) {
  const { value } = control
  const drawn = drawnValue(control)
  if (value === drawn) return
  control.value = drawn
  control.dispatchEvent(new Event('input', { bubbles: true }))
  fillIn(control, value)
}

function drawnValue(control: Control) {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue
  const options = [...control.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}
