import type { Rule, Scope } from 'eslint'

type Node = Scope.Scope['block']
type Typed<Type extends Node['type']> = Extract<Node, { type: Type }>
type Within = Node & { parent: Within }

/** Methods that change an array or a collection. */
const mutators = /^(?:add|clear|delete|fill|pop|push|reverse|set|shift|sort|splice|unshift)$/

/** Methods that call a function before they return: what that changes is a local variable all the same. */
const callers =
  /^(?:every|filter|find|findIndex|findLast|flatMap|forEach|from|map|reduce|replace|replaceAll|some|sort|toSorted)$/

const collections = /^(?:Map|Set|WeakMap|WeakSet)$/

/** Classes whose objects never change. */
const constants = /^(?:RegExp|URL|Intl)$/

/**
 * Forbids state outside the charts: variables and collections of a module that change after it has loaded, those of a
 * function that outlive its call in a closure, and refs outside `src/ui`. What happens next is for a chart to decide, where
 * it is seen, walked and kept.
 */
export const noHiddenState: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const { scopeManager } = context.sourceCode
    const isOfInterface = /(?:^|\/)src\/ui\//.test(context.filename)

    function check(variable: Scope.Variable) {
      const declared = variable.defs[0]
      if (declared?.type !== 'Variable') return
      const { node, parent } = declared as {
        node: Typed<'VariableDeclarator'>
        parent: Typed<'VariableDeclaration'>
      }
      const home = variable.scope.variableScope
      const isOfModule = home.type === 'module' || home.type === 'global'
      const made = unwrap(node.init)
      const isLater = ({ from }: Scope.Reference) => outliving(from, home)
      const changes = variable.references.filter(
        (reference) =>
          isLater(reference) &&
          ((reference.isWrite() && !reference.init) ||
            ((isOfModule || isNew(made, collections)) && isMutated(reference.identifier as Within))),
      )
      const isHolder =
        isOfModule && made?.type === 'NewExpression' && !isNew(made, constants) && !isFilled(made)
      if (isOfModule ? parent.kind !== 'const' || isHolder || changes.length > 0 : changes.length > 0)
        context.report({
          node: node.id,
          message: `\`${variable.name}\` is state outside the charts: see \`stateOutsideCharts\` in eslint.config.js.`,
        })
    }

    return {
      'Program:exit'() {
        for (const { variables } of scopeManager.scopes) variables.forEach(check)
      },
      'CallExpression[callee.name="useRef"]'(node: Node) {
        if (!isOfInterface)
          context.report({
            node,
            message: 'A ref is state outside the charts: see `stateOutsideCharts` in eslint.config.js.',
          })
      },
    }
  },
}

/** Returns whether code of this scope may run after a call of the function, or the loading of the module, has ended. */
function outliving(scope: Scope.Scope, home: Scope.Scope): boolean {
  for (let at = scope.variableScope; at !== home;) {
    if (!isCalledAtOnce(at.block as Within)) return true
    const { upper } = at
    if (!upper) return true
    at = upper.variableScope
  }
  return false
}

function isCalledAtOnce(block: Within) {
  const { parent } = block
  return (
    parent.type === 'CallExpression' &&
    parent.arguments.includes(block as never) &&
    parent.callee.type === 'MemberExpression' &&
    callers.test(nameOf(parent.callee.property))
  )
}

/** Returns whether an object is changed here, or something within it: `log.lines.push(…)`, `shown.current = …`. */
function isMutated(identifier: Within): boolean {
  let node = identifier
  while (node.parent.type === 'MemberExpression' && node.parent.object === (node as Node)) node = node.parent
  if (node.type !== 'MemberExpression') return false
  const { parent } = node
  if (parent.type === 'CallExpression')
    return parent.callee === (node as Node) && mutators.test(nameOf(node.property))
  if (parent.type === 'AssignmentExpression') return parent.left === (node as Node)
  return (
    parent.type === 'UpdateExpression' || (parent.type === 'UnaryExpression' && parent.operator === 'delete')
  )
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : '')

/** Returns whether a class of these names is constructed, or one in a namespace of such a name. */
function isNew(node: Node | null, names: RegExp): boolean {
  if (node?.type !== 'NewExpression') return false
  const { callee } = node
  return names.test(nameOf(callee.type === 'MemberExpression' ? (callee.object as Node) : callee))
}

/** Returns whether a collection has content from the start, so that it may be a table which never changes. */
const isFilled = (node: Node) =>
  isNew(node, collections) && node.type === 'NewExpression' && node.arguments.length > 0

/** Returns an expression without its types: `[] as string[]`. */
function unwrap(node: Node | null | undefined): Node | null {
  const inner = node && 'expression' in node ? (node.expression as Node) : null
  return inner && node?.type.startsWith('TS') ? unwrap(inner) : (node ?? null)
}
