/** The texts a tagged statement may have: its fragments followed through names, functions, conditions and lists. */
import type { CallExpression, Expression, Node, ParameterDeclaration } from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isSpreadElement,
  isStringLiteral,
  isTemplateExpression,
  isTemplateSpan,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { isSqlTag, placeOf, type SqlProgram } from './openProgram.ts'

/** The text is composed when the program runs; the message says by what. */
export class Composed extends Error {}

/** Marks a value until the text is complete. */
const VALUE = '\0'
const MOST_TEXTS = 24
const MOST_STEPS = 9
const MOST_SITES = 12

/** What a call hands to parameters, by the place of the parameter. */
type Given = ReadonlyMap<string, { node: Node; given: Given }>
type Callable = Node & { parameters: readonly ParameterDeclaration[]; body?: Node }

const withEach = (before: readonly string[], after: readonly string[]): string[] =>
  before.flatMap(one => after.map(other => one + other)).slice(0, MOST_TEXTS)
const inner = (node: Node): Node =>
  isParenthesizedExpression(node) || isAsExpression(node) || isNonNullExpression(node) || isSatisfiesExpression(node)
    ? inner(node.expression)
    : node
const isCallable = (node: Node): node is Callable =>
  isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node) || isMethodDeclaration(node)
const words = (node: Node): string => node.getText().replace(/\s+/g, ' ').slice(0, 40)

/** All texts of `node` with `$1`, `$2` … for values, at most 24; adds the places of its fragments to `seen`. Throws Composed. */
export function textsOf(program: SqlProgram, node: Node, seen: Set<string>): string[] {
  const texts = new Fragments(program, seen).fragment(node, new Map(), 0)
  return [...new Set(texts)].map(text => {
    let count = 0
    return text.replaceAll(VALUE, () => `$${++count}`)
  })
}

class Fragments {
  private readonly program: SqlProgram
  private readonly seen: Set<string>
  constructor(program: SqlProgram, seen: Set<string>) {
    this.program = program
    this.seen = seen
  }

  fragment(wrapped: Node, given: Given, step: number): string[] {
    const node = inner(wrapped)
    if (step > MOST_STEPS) throw new Composed('fragments too deep')
    if (isSqlTag(node)) {
      this.seen.add(placeOf(node))
      return this.template(node.template, given, step + 1)
    }
    if (isConditionalExpression(node))
      return [...this.value(node.whenTrue, given, step), ...this.value(node.whenFalse, given, step)]
    if (isBinaryExpression(node)) {
      // Of `a ?? b` and `a && b`, what is no SQL adds nothing.
      const sides = [node.left, node.right].filter(side => this.program.isSql(side))
      return sides.flatMap(side => this.fragment(side, given, step))
    }
    if (isIdentifier(node)) return this.name(node, given, step)
    if (isCallExpression(node)) return this.call(node, given, step)
    if (isPropertyAccessExpression(node)) {
      const declared = this.program.declarationOf(node.name)
      if (declared && isPropertyAssignment(declared)) return this.fragment(declared.initializer, given, step + 1)
    }
    throw new Composed(words(node))
  }

  private template(node: Node, given: Given, step: number): string[] {
    if (isNoSubstitutionTemplateLiteral(node)) return [node.text]
    if (!isTemplateExpression(node)) throw new Composed(words(node))
    let texts = [node.head.text]
    for (const span of node.templateSpans)
      texts = withEach(texts, this.value(span.expression, given, step)).map(text => text + span.literal.text)
    return texts
  }

  /** A fragment, or a value of the statement. */
  private value(node: Expression, given: Given, step: number): string[] {
    if (this.program.isSql(node)) return this.fragment(node, given, step)
    const handed = this.handed(node, given)
    return handed && this.program.isSql(handed.node) ? this.fragment(handed.node, handed.given, step) : [VALUE]
  }

  private handed(node: Node, given: Given): { node: Node; given: Given } | undefined {
    const declared = given.size && isIdentifier(node) ? this.program.declarationOf(node) : undefined
    return declared && given.get(placeOf(declared))
  }

  private name(node: Node & { text: string }, given: Given, step: number): string[] {
    if (node.text === 'empty') return ['']
    if (node.text === 'undefined') return []
    const declared = this.program.declarationOf(node)
    const handed = declared && given.get(placeOf(declared))
    if (handed) return this.fragment(handed.node, handed.given, step + 1)
    if (declared && isVariableDeclaration(declared)) {
      if (declared.initializer) return this.fragment(declared.initializer, given, step + 1)
      const loop = declared.parent.parent
      const each = isForOfStatement(loop) ? this.items(loop.expression, given, step + 1) : undefined
      if (each) return each.flat()
    }
    if (declared && isParameterDeclaration(declared)) return this.parameter(declared, step)
    throw new Composed(words(node))
  }

  /** A parameter of the function that holds the statement: what all of its callers hand it. */
  private parameter(node: ParameterDeclaration, step: number): string[] {
    const owner = node.parent as Callable
    const nth = owner.parameters.findIndex(one => placeOf(one) === placeOf(node))
    const all = callsOf(this.program, owner)
    // Inside another statement it is judged with that one.
    const alone = all.filter(call => !isTemplateSpan(call.parent))
    const sites = alone.length ? alone : all
    if (!sites.length || sites.length > MOST_SITES) throw new Composed(words(node))
    return sites.flatMap(call => {
      const handed = call.arguments[nth] ?? node.initializer
      if (!handed) throw new Composed(words(node))
      return this.fragment(handed, new Map(), step + 1)
    })
  }

  private call(node: CallExpression, given: Given, step: number): string[] {
    const callee = node.expression
    const named = isIdentifier(callee) ? callee.text : ''
    if (named === 'raw') return this.raw(node.arguments[0]!)
    if (named === 'join') return this.list(node.arguments[0]!, separatorOf(node), given, step)
    if (named === 'prepared') return this.fragment(node.arguments[0]!, given, step)
    const name = isPropertyAccessExpression(callee) ? callee.name : callee
    const declared = this.program.declarationOf(name)
    const body = declared && inner(initialOf(declared) ?? declared)
    if (!body || !isCallable(body) || !body.body) throw new Composed(words(node))
    const bound = new Map(given)
    for (const [nth, parameter] of body.parameters.entries()) {
      const handed = node.arguments[nth] ?? parameter.initializer
      if (handed) bound.set(placeOf(parameter), { node: handed, given })
    }
    return this.answers(body, bound, step + 1)
  }

  private raw(node: Node): string[] {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [node.text]
    const type = this.program.typeOf(node)
    const types = type?.isUnionType() ? type.getTypes() : type ? [type] : []
    const texts = types.map(one => (one.isStringLiteralType() ? one.value : null))
    if (!texts.length || texts.includes(null)) throw new Composed(`raw(${words(node)})`)
    return texts.filter(text => text !== null)
  }

  private list(wrapped: Node, separator: string, given: Given, step: number): string[] {
    const node = inner(wrapped)
    const items = this.items(node, given, step)
    if (items) {
      let texts: string[] | undefined
      for (const item of items)
        // What may be left out is not: a statement with all its parts is the strictest.
        texts = texts ? withEach(withEach(texts, [separator]), item) : item
      return texts ?? ['']
    }
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression) && node.expression.name.text === 'map') {
      const each = node.arguments[0]
      if (each && isCallable(each)) return this.answers(each, given, step + 1)
    }
    if (!this.program.checker.typeToString(this.program.typeOf(node)!).includes('Sql')) return [VALUE]
    throw new Composed(words(node))
  }

  /** The items of a list written out, those of lists spread into it included. */
  private items(wrapped: Node, given: Given, step: number): string[][] | undefined {
    const node = inner(wrapped)
    if (isIdentifier(node)) {
      const declared = this.program.declarationOf(node)
      const handed = declared && given.get(placeOf(declared))
      if (handed) return this.items(handed.node, handed.given, step + 1)
      if (!declared || !isVariableDeclaration(declared) || !declared.initializer) return undefined
      return isExtended(node) ? undefined : this.items(declared.initializer, given, step + 1)
    }
    if (isConditionalExpression(node)) {
      const [first, second] = [node.whenTrue, node.whenFalse].map(one => this.items(one, given, step))
      return first && second && (first.length > second.length ? first : second)
    }
    if (!isArrayLiteralExpression(node)) return undefined
    const found: string[][] = []
    for (const item of node.elements) {
      if (!isSpreadElement(item)) found.push(this.value(item, given, step))
      else {
        const more = this.items(item.expression, given, step)
        if (!more) return undefined
        found.push(...more)
      }
    }
    return found
  }

  private answers(node: Callable, given: Given, step: number): string[] {
    if (!node.body) throw new Composed(words(node))
    if (!isBlock(node.body)) return this.value(node.body as Expression, given, step)
    const returned: Expression[] = []
    const walk = (child: Node): void => {
      if (isReturnStatement(child) && child.expression) returned.push(child.expression)
      else if (!isCallable(child)) child.forEachChild(walk)
    }
    node.body.forEachChild(walk)
    if (!returned.length) throw new Composed(words(node))
    return returned.flatMap(one => this.fragment(one, given, step))
  }
}

const initialOf = (node: Node): Node | undefined =>
  isVariableDeclaration(node) || isPropertyAssignment(node) ? node.initializer : undefined
function separatorOf(call: CallExpression): string {
  const separator = call.arguments[1]
  if (!separator) return ','
  if (isStringLiteral(separator) || isNumericLiteral(separator)) return separator.text
  throw new Composed(words(separator))
}
/** True where something is pushed to the list after it was made. */
const isExtended = (name: Node & { text: string }): boolean =>
  new RegExp(`\\b${name.text}\\.(push|unshift|splice)\\(`).test(name.getSourceFile().text)

/** The calls of a function that has a name. */
export function callsOf(program: SqlProgram, owner: Node): CallExpression[] {
  const declared = isFunctionDeclaration(owner) || isMethodDeclaration(owner) ? owner : owner.parent
  const name = (declared as { name?: Node }).name
  if (!name || !isIdentifier(name)) return []
  const place = placeOf(declared)
  return program
    .uses(name.text)
    .filter(use => isCallExpression(use.parent) && use.parent.expression === use)
    .filter(use => {
      const target = program.declarationOf(use)
      return target !== undefined && placeOf(target) === place
    })
    .map(use => use.parent as CallExpression)
}
