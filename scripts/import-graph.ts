import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** An import of one of our files. */
export interface Import {
  file: string
  /** Whether it imports only types, so that it loads nothing at run time. */
  isTypeOnly: boolean
}

const cache = new Map<string, Import[]>()

/** The files that a file loads at run time, including itself: static and lazy imports, but no type imports. */
export function filesLoadedBy(file: string): Set<string> {
  const loaded = new Set([file])
  for (const path of loaded)
    for (const { file, isTypeOnly } of importsOf(path)) if (!isTypeOnly) loaded.add(file)
  return loaded
}

/** Lists what a file imports of ours: statically, lazily, as types, and by re-exporting. */
export function importsOf(file: string): Import[] {
  const known = cache.get(file)
  if (known) return known
  const imports = /\.tsx?$/.test(file) ? parseImports(file) : []
  cache.set(file, imports)
  return imports
}

function parseImports(file: string): Import[] {
  const imports: Import[] = []
  const add = (specifier: ts.Node | undefined, isTypeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier) || !/^[.#]/.test(specifier.text)) return
    const path = resolve(specifier.text, file)
    if (existsSync(path)) imports.push({ file: path, isTypeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return imports
}

/** The path of an import. Imports include the file extension; `#` stands for the project's root. */
function resolve(specifier: string, from: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : join(dirname(from), specifier)
}
