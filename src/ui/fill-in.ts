/** A control of a form that a buyer changes. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Whether a control is a radio button or a checkbox. */
export function isTickable(control: Control): control is HTMLInputElement {
  return control.type === 'radio' || control.type === 'checkbox'
}

/** Gives a text or a select a value as an edit of the buyer does, so that state and charts which hold it follow. */
export function fillIn(control: Control, value: string) {
  if (control.value === value) return
  // React overrides the setter of each control, and takes no notice of a value set through that.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  if (control.tagName === 'SELECT') control.dispatchEvent(new Event('change', { bubbles: true }))
}
