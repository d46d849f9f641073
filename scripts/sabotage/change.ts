import ts from 'typescript'

/** One place of a file, and how it would be written wrongly. */
export interface Change {
  /** The span of the file that is replaced. */
  start: number
  end: number
  /** What is wrong then, as a clause: `onClick of <Button> does nothing`. */
  what: string
  /** Returns the text for that place: wrong while the expression `isOn` holds, else as it was. */
  write: (isOn: string) => string
}

/** Finds the changes of one kind at one node of a file; none at most nodes. */
export type Mutator = (node: ts.Node, file: ts.SourceFile) => Change | Change[] | undefined

/** The text of a node, without the comments before it. */
export const textOf = (node: ts.Node, file: ts.SourceFile) => node.getText(file)

/** A text on one line, and not too long for a table. */
export function brief(text: string, length = 70): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

/** Replaces a whole node. */
export function replace(
  node: ts.Node,
  file: ts.SourceFile,
  what: string,
  write: (isOn: string, text: string) => string,
): Change {
  const text = textOf(node, file)
  return {
    start: node.getStart(file),
    end: node.getEnd(),
    what: brief(what, 160),
    write: (isOn) => write(isOn, text),
  }
}

/** Replaces an expression by another one. */
export const replaceValue = (node: ts.Node, file: ts.SourceFile, what: string, wrong: string) =>
  replace(node, file, what, (isOn, text) => `(${isOn} ? ${wrong} : (${text}))`)

/** Leaves out a call whose value nobody reads, or else its effect. */
export const leaveOut = (call: ts.Expression, file: ts.SourceFile, what: string) =>
  ts.isExpressionStatement(call.parent)
    ? // Without parentheses at its start, which would continue the line before
      replace(call.parent, file, what, (isOn, text) => `{ if (!${isOn}) ${text} }`)
    : replaceValue(call, file, what, 'undefined')

export const isFunction = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node)

/** The name of a property of an object, or of an attribute; '' if it is computed. */
export function nameOf(node: ts.Node | undefined): string {
  if (!node) return ''
  if (ts.isIdentifier(node) || ts.isStringLiteral(node) || ts.isNumericLiteral(node)) return node.text
  return ts.isJsxNamespacedName(node) ? `${node.namespace.text}:${node.name.text}` : ''
}

/** The parents of a node from the inside out. */
export function* parentsOf(node: ts.Node): Generator<ts.Node> {
  for (let one = node.parent; one; one = one.parent) yield one
}
