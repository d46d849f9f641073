/** Makes an element with texts and elements in it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...content)
  return made
}

/** Makes a button. */
export function button(
  className: string,
  press: () => void,
  ...content: (Node | string)[]
): HTMLButtonElement {
  const made = element('button', className, ...content)
  made.type = 'button'
  made.addEventListener('click', press)
  return made
}

/** Makes the dot of a category. */
export function dot(color: string): HTMLElement {
  const made = element('i', '')
  made.style.background = color
  return made
}
