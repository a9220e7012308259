/**
 * What is declared and shown by no list: actions and verbs of nouns, and columns and buttons that a page takes away. Each
 * is named here, exactly: one more is a word that nobody reads, and one less leaves this list.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { verbsOf, type Lens, type ListButton, type Noun, type Verb } from '#model/noun.ts'
import { lenses, nouns } from '#main/registry.ts'

const ROOT = join(import.meta.dirname, '..')

/** Acts that no list offers, by noun: a page of its own does, or only programs use them. */
const ACTS: Readonly<Record<string, readonly string[]>> = {
  // A form of their own adds these.
  agency: ['add'],
  supplier: ['add'],
  apk: ['link', 'push', 'add'],
  apiKey: ['add', 'edit'],
  // The editor tries a rule before it is saved, and is the view of one.
  linkage: ['test', 'view'],
  linkageRun: ['view'],
  customTemplate: ['view'],
  // The drawer, the cards and the wizard of devices.
  command: ['send', 'force', 'setProperties'],
  deviceBind: ['bind', 'unbind', 'connect', 'control', 'setParameters'],
  // The matrix.
  personAuth: ['retry', 'readBack', 'grant', 'revoke'],
  // The tree beside the employees.
  department: ['view', 'add', 'edit', 'remove'],
  // The drawer of a person shows one.
  passCode: ['show'],
  // Only programs read them.
  organisation: ['view'],
}

/** Columns that a page hides until the user shows them, and buttons that it takes away. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  'access/page/Records.tsx': ['button export'],
  'devices/equi.page.tsx': ['acts in rows'],
  'devices/page/list/equiColumns.tsx': ['gatewayId', 'modelId', 'position', 'boundAt', 'address'],
  'linkage/page/LinkageRuns.tsx': ['deviceName', 'event', 'test', 'reason'],
  'linkage/page/ruleColumns.tsx': ['triggerKind', 'nextAt', 'mode', 'silentS', 'updatedAt'],
}

const BUTTONS: Partial<Record<Verb, ListButton>> = {
  add: 'add',
  view: 'view',
  edit: 'edit',
  remove: 'delete',
  import: 'import',
  export: 'export',
}
const offersVerb = (noun: Noun, lens: Lens, verb: Verb): boolean =>
  (lens.verbs ?? verbsOf(noun)).includes(verb) && lens.buttons?.[BUTTONS[verb]!] !== false

test('each action and each verb of a noun is offered by one of its lists, except these', () => {
  const found = [...nouns.values()].flatMap((noun): [string, string[]][] => {
    const own = [...lenses.values()].filter(lens => lens.of === noun.key)
    const acts = Object.entries(noun.actions ?? {})
      // What only reads is asked by the page that shows it.
      .filter(([name, { method }]) => method !== 'GET' && !own.some(lens => (lens.actions ?? [name]).includes(name)))
      .map(([name]) => name)
    const verbs = verbsOf(noun).filter(verb => verb !== 'list' && !own.some(lens => offersVerb(noun, lens, verb)))
    return acts.length + verbs.length ? [[noun.key, [...acts, ...verbs]]] : []
  })
  expect(Object.fromEntries(found)).toEqual(ACTS)
})

interface Node {
  type: string
  key?: { name?: string }
  value?: unknown
  properties?: Node[]
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const literal = (node: Node): unknown => (isNode(node.value) ? node.value.value : undefined)
const namedAs = (node: Node, name: string, value: boolean): boolean =>
  node.key?.name === name && literal(node) === value

/** `name: { hidden: true }`, `buttons: { name: false }` and `bare: true`, wherever they are in a file. */
function taken(node: Node): string[] {
  const inside = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap(one => taken(one))
  if (node.type !== 'Property') return inside
  const within = isNode(node.value) ? (node.value.properties ?? []) : []
  return [
    ...(within.some(one => namedAs(one, 'hidden', true)) ? [node.key!.name!] : []),
    ...(node.key?.name === 'buttons'
      ? within.filter(one => literal(one) === false).map(one => `button ${one.key!.name}`)
      : []),
    ...(namedAs(node, 'bare', true) ? ['acts in rows'] : []),
    ...inside,
  ]
}

test('pages take away no declared column, button or act, except these', () => {
  const folder = join(ROOT, 'src/modules')
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.tsx') && !path.includes('.test.'))
    .flatMap((path): [string, string[]][] => {
      const text = readFileSync(join(folder, path), 'utf8')
      const away = /LensPieces|Column\b|ColumnChanges/.test(text)
        ? taken(parseAst(text, { lang: 'tsx' }) as unknown as Node)
        : []
      return away.length ? [[path, away]] : []
    })
  expect(Object.fromEntries(found)).toEqual(PIECES)
})
