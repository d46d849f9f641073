/**
 * The title of an event, which breaks after its first colon where the words behind it fit into a line: "Winter Arena:" and "The Northern
 * Choirs". Its text stays the same.
 */
export function EventTitle({ title }: { title: string }) {
  const behind = title.indexOf(': ') + 2
  return behind < 2 ? (
    title
  ) : (
    <>
      {title.slice(0, behind)}
      <span className="whole">{title.slice(behind)}</span>
    </>
  )
}
