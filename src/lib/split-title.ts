/** Splits the title of an event behind its first colon, as "Winter Arena: " and "The Northern Choirs"; without one, the second is ''. */
export function splitTitle(title: string): [string, string] {
  const behind = title.indexOf(': ') + 2
  return behind < 2 ? [title, ''] : [title.slice(0, behind), title.slice(behind)]
}
