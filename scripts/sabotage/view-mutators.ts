import ts from 'typescript'
import { brief, isFunction, leaveOut, nameOf, replace, replaceValue, textOf } from './change.ts'
import type { Mutator } from './change.ts'
import { tagOf } from './code-mutators.ts'

/** What the buyer does has no effect. */
export const removeHandler: Mutator = (node, file) => {
  if (
    ts.isCallExpression(node) &&
    ts.isExpressionStatement(node.parent) &&
    /(^|\.)addEventListener$/.test(textOf(node.expression, file))
  )
    return leaveOut(node, file, `${brief(textOf(node, file))} is left out`)
  if (!ts.isJsxAttribute(node) || !/^on[A-Z]/.test(nameOf(node.name))) return
  const value = node.initializer && ts.isJsxExpression(node.initializer) && node.initializer.expression
  if (!value) return
  const what = `${nameOf(node.name)} of <${elementOf(node)}> does nothing (${brief(textOf(value, file), 50)})`
  // So that it is reached when it is called, not when it is drawn
  return isFunction(value)
    ? replace(value, file, what, (isOn, text) => `((...all) => ${isOn} ? undefined : (${text})(...all))`)
    : replaceValue(value, file, what, 'undefined')
}

const elementOf = (attribute: ts.JsxAttribute) => tagOf(attribute.parent.parent)

/** A heading is empty. */
export const emptyHeading: Mutator = (node, file) => {
  if (ts.isJsxElement(node) && /^(h[1-6]|legend)$/.test(tagOf(node)) && node.children.length > 0) {
    const start = node.openingElement.getEnd()
    const end = node.closingElement.getStart(file)
    const text = file.text.slice(start, end)
    return {
      start,
      end,
      what: `<${tagOf(node)}> is empty (${brief(text)})`,
      write: (isOn) => `{${isOn} ? null : <>${text}</>}`,
    }
  }
  if (!ts.isJsxAttribute(node) || nameOf(node.name) !== 'title' || !/^[A-Z]/.test(elementOf(node))) return
  const what = `the title of <${elementOf(node)}> is empty`
  const { initializer } = node
  if (initializer && ts.isStringLiteral(initializer))
    return replace(initializer, file, what, (isOn, text) => `{${isOn} ? '' : ${text}}`)
  const value = initializer && ts.isJsxExpression(initializer) && initializer.expression
  return value ? replaceValue(value, file, what, `''`) : undefined
}

const texts =
  /^(p|li|ul|dl|small|a|address|Notice|\w+(Terms|Policy|Policies|Note|Notes|Notices|Declaration|Hint))$/

/** A paragraph, a link, a list or a part with terms is missing. */
export const dropText: Mutator = (node, file) => {
  const isElement = ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)
  const tag = ts.isJsxElement(node) ? tagOf(node) : ts.isJsxSelfClosingElement(node) ? tagOf(node) : ''
  if (!isElement || !texts.test(tag) || ts.isJsxAttribute(node.parent)) return
  const inside = ts.isJsxElement(node)
    ? file.text.slice(node.openingElement.getEnd(), node.closingElement.getStart(file))
    : textOf(node, file)
  const what = `<${tag}> is missing (${brief(inside)})`
  const isChild = ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)
  return isChild
    ? replace(node, file, what, (isOn, text) => `{${isOn} ? null : ${text}}`)
    : replaceValue(node, file, what, 'null')
}

/** What cannot be pressed, or what assistive technology is told, is missing. */
export const removeAttribute: Mutator = (node, file) => {
  if (!ts.isJsxAttribute(node)) return
  const name = nameOf(node.name)
  if (!/^(disabled|aria-\w+|role|required|blockedBecause)$/.test(name)) return
  const what = `${name} of <${elementOf(node)}> is missing`
  const { initializer } = node
  if (!initializer) return replace(node, file, what, (isOn) => `${name}={!${isOn}}`)
  if (ts.isStringLiteral(initializer))
    return replace(initializer, file, what, (isOn, text) => `{${isOn} ? undefined : ${text}}`)
  const value = ts.isJsxExpression(initializer) && initializer.expression
  return value ? replaceValue(value, file, what, 'undefined') : undefined
}
