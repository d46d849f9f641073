import ts from 'typescript'

/** Stands for a function, which is not run. */
export const unread = '(a function)'

/** What an editor finds in the file of a chart without running it. */
interface ReadSource {
  /** The argument of `createMachine`. What is not written out as a literal is missing. */
  literal: unknown
  /** What the file imports at run time, by name. */
  imports: string[]
}

/** Reads the file of a chart from its text alone, as editors do that draw a chart beside its code. */
export function readSource(source: string): ReadSource {
  const file = ts.createSourceFile('chart.ts', source, ts.ScriptTarget.Latest)
  const read: ReadSource = { literal: undefined, imports: [] }
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && isCreation(node)) read.literal = valueOf(node.arguments[0])
    else if (ts.isImportSpecifier(node) && !node.isTypeOnly) read.imports.push(node.name.text)
    if (!isTypeImport(node)) ts.forEachChild(node, visit)
  }
  visit(file)
  return read
}

const isCreation = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) && expression.name.text === 'createMachine'

const isTypeImport = (node: ts.Node) =>
  ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword

function valueOf(node: ts.Node | undefined): unknown {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  if (node.kind === ts.SyntaxKind.NullKeyword) return null
  if (ts.isArrowFunction(node)) return unread
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(valueOf)
  if (!ts.isObjectLiteralExpression(node)) return undefined
  return Object.fromEntries(
    node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) && isPlain(property.name)
        ? [[property.name.text, valueOf(property.initializer)]]
        : [],
    ),
  )
}

const isPlain = (name: ts.PropertyName): name is ts.Identifier | ts.StringLiteral =>
  ts.isIdentifier(name) || ts.isStringLiteral(name)
