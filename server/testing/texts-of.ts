import ts from 'typescript'

/** A name, a path or a key rather than a text for people. */
const isName = /^[a-z0-9_./:#@*[\]$-]*$/

/** Reads the texts of a source file that people may see: strings, templates and JSX, without names and imports. */
export function textsOf(file: string, source: string): string[] {
  const texts: string[] = []
  const kind = file.endsWith('.tsx')
    ? ts.ScriptKind.TSX
    : file.endsWith('.js')
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS
  const look = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (isText(node) && (ts.isJsxText(node) || isCounted(node) || !isName.test(node.text)))
      texts.push(node.text)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind))
  return texts
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    (ts.isJsxText(node) && !node.containsOnlyTriviaWhiteSpaces)
  )
}

/** What is counted by `plural`, in lower case as a name would be. */
const isCounted = ({ parent }: ts.Node) =>
  ts.isCallExpression(parent) && ts.isIdentifier(parent.expression) && parent.expression.text === 'plural'
