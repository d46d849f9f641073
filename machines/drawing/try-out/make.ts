type Content = Node | string | null | readonly Content[]

/** Makes an element with properties and content; null is left out. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...content: Content[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...flat(content))
  return element
}

const flat = (content: readonly Content[]): (Node | string)[] =>
  content.flatMap((one) =>
    one === null ? [] : Array.isArray(one) ? flat(one as Content[]) : [one as Node | string],
  ) // Array.isArray does not narrow readonly arrays
