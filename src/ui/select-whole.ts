/** Selects all the text of a field, and shows where it begins: a browser would scroll to its end. */
export function selectWhole({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  currentTarget.select()
  currentTarget.scrollLeft = 0
}
