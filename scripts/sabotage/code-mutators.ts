import ts from 'typescript'
import { brief, isFunction, leaveOut, nameOf, parentsOf, replace, replaceValue, textOf } from './change.ts'
import type { Change, Mutator } from './change.ts'

/** A condition of code, or a guard of a chart, is turned into its opposite. */
export const invertGuard: Mutator = (node, file) => {
  if (ts.isIfStatement(node)) {
    const condition = textOf(node.expression, file)
    return replaceValue(
      node.expression,
      file,
      `the condition ${brief(condition)} is inverted`,
      `!(${condition})`,
    )
  }
  if (!ts.isPropertyAssignment(node) || setupPart(node) !== 'guards' || !isFunction(node.initializer)) return
  const guard = textOf(node.initializer, file)
  return replace(
    node.initializer,
    file,
    `the guard ${nameOf(node.name)} is inverted`,
    (isOn) => `((...all) => ${isOn} ? !(${guard})(...all) : (${guard})(...all))`,
  )
}

/** An error is caught and nobody hears of it. */
export const swallowError: Mutator = (node, file) => {
  if (ts.isCatchClause(node) && node.block.statements.length > 0)
    return replace(
      node.block,
      file,
      `what is caught is swallowed (${brief(textOf(node.block, file))})`,
      (isOn, text) => `{ if (!${isOn}) ${text} }`,
    )
  if (ts.isCallExpression(node) && nameOfMethod(node) === 'catch') {
    const [handler] = node.arguments
    if (!handler || isIdle(handler)) return
    return replace(
      handler,
      file,
      `the rejected promise is swallowed (${brief(textOf(handler, file))})`,
      (isOn, text) => `((...all) => ${isOn} ? undefined : (${text})(...all))`,
    )
  }
  // A guarded transition that does nothing stands before those of the chart
  if (ts.isPropertyAssignment(node) && nameOf(node.name) === 'onError' && isInMachine(node))
    return replace(
      node.initializer,
      file,
      `the failure of ${invokedBy(node)} is swallowed`,
      (isOn, text) => `[{ guard: () => !!${isOn} }, ...[].concat(${text})]`,
    )
}

/** The focus stays where it was. */
export const keepFocus: Mutator = (node, file) => {
  if (ts.isCallExpression(node) && nameOfMethod(node) === 'focus')
    return leaveOut(node, file, `${brief(textOf(node, file))} is left out`)
  if (!ts.isJsxAttribute(node)) return
  if (nameOf(node.name) === 'autoFocus')
    return replace(node, file, 'autoFocus is left out', flag('autoFocus'))
  const value = node.initializer && ts.isJsxExpression(node.initializer) && node.initializer.expression
  if (nameOf(node.name) === 'ref' && value && /focus|startAt/i.test(textOf(value, file)))
    return replaceValue(
      value,
      file,
      `the ref ${brief(textOf(value, file))}, which moves the focus, is left out`,
      'undefined',
    )
}

const flag = (name: string) => (isOn: string) => `${name}={!${isOn}}`

const formats = ['formatMoney', 'formatPounds', 'decimal']
const wrongOperator = new Map([
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '+'],
  [ts.SyntaxKind.SlashToken, '*'],
])

/** An amount is another one: a sign in a function that is documented in pence, or a pound more where it is formatted. */
export const changeAmount: Mutator = (node, file) => {
  if (ts.isCallExpression(node) && formats.includes(nameOf(node.expression))) {
    const [amount] = node.arguments
    if (!amount) return
    const text = textOf(amount, file)
    return replaceValue(amount, file, `${brief(text)} is a pound more`, `(${text}) + 100`)
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken)
    return isInMoneyFunction(node, file)
      ? replaceValue(node, file, `${brief(textOf(node, file))} loses its minus`, textOf(node.operand, file))
      : undefined
  if (!ts.isBinaryExpression(node)) return
  const wrong = wrongOperator.get(node.operatorToken.kind)
  if (!wrong || [node.left, node.right].some(isText) || !isInMoneyFunction(node, file)) return
  const [left, right] = [node.left, node.right].map((one) => textOf(one, file))
  return replaceValue(
    node,
    file,
    `${brief(textOf(node, file))} has ${wrong} instead of ${textOf(node.operatorToken, file)}`,
    `(${left}) ${wrong} (${right})`,
  )
}

function isInMoneyFunction(node: ts.Node, file: ts.SourceFile): boolean {
  const around = [...parentsOf(node)].findLast(
    (one) => ts.isFunctionDeclaration(one) || ts.isVariableStatement(one),
  )
  if (!around) return false
  const comment = file.text.slice(around.getFullStart(), around.getStart(file))
  return /\bpence\b|\bMONY-/.test(comment) || /\/rules\/(fees|donation-amounts)\.ts$/.test(file.fileName)
}

const isText = (node: ts.Node) =>
  ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)

/** A delay is ten times as long, or none. */
export const changeDelay: Mutator = (node, file) => {
  if (ts.isCallExpression(node) && /^set(Timeout|Interval)$/.test(nameOf(node.expression))) {
    const [, delay] = node.arguments
    if (!delay) return
    const text = textOf(delay, file)
    return [
      replaceValue(delay, file, `the delay ${brief(text)} is ten times as long`, `(${text}) * 10`),
      replaceValue(delay, file, `the delay ${brief(text)} is 0`, '0'),
    ]
  }
  if (!ts.isPropertyAssignment(node) || setupPart(node) !== 'delays') return
  const text = textOf(node.initializer, file)
  const value = isFunction(node.initializer) ? `(${text})(...all)` : `(${text})`
  const name = nameOf(node.name)
  const change = (what: string, wrong: string): Change =>
    replace(
      node.initializer,
      file,
      `the delay ${name} (${brief(text)}) is ${what}`,
      (isOn) => `((...all) => ${isOn} ? ${wrong} : ${value})`,
    )
  return [change('ten times as long', `10 * ${value}`), change('0', '0')]
}

/** A field is missing in the body of a request. */
export const dropField: Mutator = (node, file) => {
  if (!ts.isObjectLiteralExpression(node) || !isBody(node, file)) return
  return node.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) {
      if (ts.isIdentifier(property.expression)) return []
      const text = textOf(property.expression, file)
      return replaceValue(property.expression, file, `${brief(text)} is not sent`, '{}')
    }
    const field = nameOf(property.name)
    return replace(
      property,
      file,
      `the field ${field} is not sent`,
      (isOn, text) => `...(${isOn} ? {} : { ${text} })`,
    )
  })
}

/** Whether an object is what a call sends. */
function isBody(node: ts.ObjectLiteralExpression, file: ts.SourceFile): boolean {
  const { parent } = node
  if (ts.isPropertyAssignment(parent)) return nameOf(parent.name) === 'body'
  if (!ts.isCallExpression(parent)) return false
  const callee = textOf(parent.expression, file)
  if (callee === 'request') return parent.arguments.indexOf(node) === 3
  return /^calls\.\w+$/.test(callee)
}

/** What a buyer reads instead of another message. */
export const otherMessage = 'Please wait a moment.'

/** A message is another one. */
export const swapMessage: Mutator = (node, file) => {
  if (ts.isJsxText(node)) {
    if (!isMessage(node.text.trim()) || tagOf(node.parent) !== 'Notice') return
    const text = node.text
    return {
      start: node.getFullStart(),
      end: node.getEnd(),
      what: `the message "${brief(text)}" is another one`,
      write: (isOn) => `{${isOn} ? ${JSON.stringify(otherMessage)} : <>${text}</>}`,
    }
  }
  if (!isText(node) || !isMessage(wordsOf(node)) || !isShown(node)) return
  const what = `the message "${brief(wordsOf(node))}" is another one`
  const wrong = JSON.stringify(otherMessage)
  const { parent } = node
  if (ts.isJsxAttribute(parent))
    return replace(node, file, what, (isOn, text) => `{${isOn} ? ${wrong} : ${text}}`)
  // Read when it is shown, not when the file is loaded
  if (ts.isPropertyAssignment(parent) && ![...parentsOf(parent)].some(ts.isFunctionLike))
    return replace(
      parent,
      file,
      what,
      (isOn) =>
        `get ${textOf(parent.name, file)}() { return ${isOn} ? ${wrong} : ${textOf(parent.initializer, file)} }`,
    )
  return replaceValue(node, file, what, wrong)
}

/** The fixed words of a text. */
function wordsOf(node: ts.Node): string {
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? node.text : ''
}

/** A sentence: a capital and at least three words. */
const isMessage = (text: string) => /^[“"]?[A-Z]\S*\s+\S+\s+\S/.test(text)

/** Not a type, a name, a part of a comparison, a note of a chart to its readers, or a message to engineers. */
function isShown(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isLiteralTypeNode(parent) || ts.isImportDeclaration(parent) || ts.isCaseClause(parent)) return false
  if (ts.isTaggedTemplateExpression(parent)) return false
  if (ts.isPropertyAssignment(parent) && (parent.name === node || nameOf(parent.name) === 'description'))
    return false
  if (ts.isJsxAttribute(parent) && /^(title|className|aria-.*|d|viewBox)$/.test(nameOf(parent.name)))
    return false
  if (ts.isBinaryExpression(parent) && /^[=!]==?$/.test(parent.operatorToken.getText())) return false
  return !(ts.isNewExpression(parent) && /(Error|Failure)$/.test(parent.expression.getText()))
}

/** The name of the element around a text; '' for none. */
export function tagOf(node: ts.Node): string {
  if (ts.isJsxElement(node)) return node.openingElement.tagName.getText()
  return ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node) ? node.tagName.getText() : ''
}

/** Which part of a chart's `setup` a property is an entry of: `guards`, `delays`; '' for none. */
function setupPart({ parent }: ts.PropertyAssignment): string {
  const part = parent.parent
  if (!ts.isPropertyAssignment(part)) return ''
  const call = part.parent.parent
  return ts.isCallExpression(call) && nameOf(call.expression) === 'setup' ? nameOf(part.name) : ''
}

const nameOfMethod = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : ''

const isInMachine = (node: ts.Node) =>
  [...parentsOf(node)].some((one) => ts.isCallExpression(one) && nameOfMethod(one) === 'createMachine')

/** The id of the call beside an `onError`. */
function invokedBy({ parent }: ts.PropertyAssignment): string {
  const id = parent.properties.find((one) => ['id', 'src'].includes(nameOf(one.name)))
  return id && ts.isPropertyAssignment(id) ? nameOf(id.initializer) : 'a call'
}

/** Whether a handler of rejections does nothing that could be left out. */
function isIdle(handler: ts.Expression): boolean {
  if (!isFunction(handler)) return false
  const { body } = handler
  return ts.isBlock(body) ? body.statements.length === 0 : body.kind === ts.SyntaxKind.NullKeyword
}
