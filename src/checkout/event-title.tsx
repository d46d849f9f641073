import { splitTitle } from '#src/lib/split-title.ts'

/**
 * The title of an event, which breaks after its first colon where the words behind it fit into a line: "Winter Arena:" and "The Northern
 * Choirs". Its text stays the same.
 */
export function EventTitle({ title }: { title: string }) {
  const [start, rest] = splitTitle(title)
  return (
    <>
      {start}
      {rest && <span className="whole">{rest}</span>}
    </>
  )
}
