/** Each rule finds a planted violation, reports it exactly, and accepts a correct file. */
import { describe, expect, test } from 'vitest'
import { FILE_RULES, PROJECT_RULES } from './judge.ts'

const lines = (count: number, line = '  x += 1'): string => Array.from({ length: count }, () => line).join('\n')

/** Rule, path, the planted text, its message, and a correct text. */
const FILES: [rule: string, path: string, planted: string, message: string, twin: string][] = [
  [
    'length',
    'src/base/a.ts',
    `${lines(301, '//')}\n`,
    '301 lines; one idea a file, at most 300: split it',
    `${lines(300, '//')}\n`,
  ],
  [
    'length',
    'src/console/kit/A.css',
    `${lines(301, '.a {}')}\n`,
    '301 lines; one idea a file, at most 300: split it',
    `${lines(300, '.a {}')}\n`,
  ],
  [
    'opening',
    'src/base/a.ts',
    'export const a = 1\n',
    'begin with one sentence that says what it is, in a /** comment',
    '/** One. */\nexport const a = 1\n',
  ],
  [
    'banned',
    'src/server/chance.ts',
    'export const chance = () => Math.random()\n',
    'Math\\.random\\(\\) is refused: chance comes from node:crypto or is passed in',
    'export const chance = (random: () => number) => random()\n',
  ],
  [
    'fileName',
    'src/server/vault.ts',
    'export const makeVault = () => {}\n',
    'exports makeVault only: name the file makeVault',
    'export const vault = () => {}\n',
  ],
  [
    'fileName',
    'src/devices/liftGate.ts',
    "export const liftGate = defineDeviceClass('swingGate', {})\n",
    "defines 'swingGate': name the file swingGate, or the key liftGate",
    "export const liftGate = defineDeviceClass('liftGate', {})\n",
  ],
  [
    'fileName',
    'src/protocols/modbus/protocol.ts',
    "export const protocol = defineProtocol('bacnet', {})\n",
    "defines 'bacnet': name the folder bacnet, or the key modbus",
    "export const protocol = defineProtocol('modbus', {})\n",
  ],
  [
    'functionLength',
    'src/server/add.ts',
    `export function add(x: number) {\n${lines(60)}\n}\n`,
    'add has 62 lines, at most 60: give its parts names',
    `export function add(x: number) {\n${lines(58)}\n}\n`,
  ],
  [
    'functionLength',
    'src/console/kit/Wide.tsx',
    `export const Wide = () => {\n${lines(149, '  use()')}\n}\n`,
    'Wide has 151 lines, at most 150: give its parts names',
    `export const Wide = () => {\n${lines(148, '  use()')}\n}\n`,
  ],
  [
    'layers',
    'src/server/a.ts',
    "import { row } from '#modules/people/api.ts'\n",
    'server may not import modules (src/modules/people/api.ts); have it handed in by main',
    "import { row } from '#model/noun.ts'\n",
  ],
  [
    'modules',
    'src/modules/people/a.server.ts',
    "import { held } from '#modules/sync/api.ts'\n",
    'people may not import the later module sync; raise an event that it handles',
    "import { person } from '#modules/identity/api.ts'\n",
  ],
  [
    'modules',
    'src/modules/sync/a.server.ts',
    "import { hold } from '#modules/people/hold.server.ts'\n",
    'import people through its api.ts, nouns or rules, not src/modules/people/hold.server.ts',
    "import type { Hold } from '#modules/people/hold.server.ts'\n",
  ],
  [
    'pageImports',
    'src/modules/people/list.page.tsx',
    "import { rows } from './rows.server.ts'\nexport default () => rows\n",
    'runs in the browser and may not import src/modules/people/rows.server.ts; ask the API',
    "import type { Rows } from './rows.server.ts'\nexport default (rows: Rows) => rows\n",
  ],
  [
    'shownZone',
    'src/server/imports/cell.ts',
    "import { instantOf } from '#base/time.ts'\nexport const at = instantOf('2026-01-31T08:30:00')\n",
    'has no zone of its own: import #base/zonedTime.ts, and pass the zone',
    "import { instantOf } from '#base/zonedTime.ts'\nexport const at = (zone: string) => instantOf('2026-01-31T08:30:00', zone)\n",
  ],
  [
    'pure',
    'src/modules/access/decide.rules.ts',
    'export const isOpen = (until: number) => Date.now() < until\n',
    'may not use Date.now: have the time or chance passed in',
    '/** Never `Date.now()`. */\nexport const isOpen = (now: number, until: number) => now < until\n',
  ],
  [
    'pure',
    'src/modules/access/decide.rules.ts',
    "import { db } from '#server/sql/db.ts'\nexport const decide = () => db\n",
    'is read on both sides and may not import src/server/sql/db.ts',
    "import { noun } from '#model/noun.ts'\nexport const decide = () => noun\n",
  ],
  [
    'pure',
    'src/modules/access/decide.rules.ts',
    "import { createHash } from 'node:crypto'\nexport const digest = createHash\n",
    'is read on both sides and may not import node:crypto',
    "// from 'node:crypto'\nexport const digest = (hash: () => string) => hash()\n",
  ],
  [
    'statementWidth',
    'src/server/a.ts',
    `export const a = 1\nexport const b = sql\`select ${'a, '.repeat(50)} b\`\n`,
    'SQL wider than 120 columns in line 2: break it',
    `export const b = sql\`select ${'a, '.repeat(20)}\n${'a, '.repeat(30)} b\`\n`,
  ],
  [
    'lockedList',
    'src/server/a.ts',
    'export const a = sql`update t set n = 1 where id in (select id from t order by id limit ${5} for update)`\n',
    'a list with limit and for update in line 1: make it a "with … as materialized"',
    'export const a = sql`with q as materialized (select id from t limit ${5} for update skip locked) update t set n = 1 from q where t.id = q.id`\n',
  ],
  [
    'lateConstants',
    'src/main/a.ts',
    'await run(() => signIn())\nconst signIn = (): number => 1\n',
    'signIn is used above and declared below an await of the file: declare it above, or make it a function',
    'await run(() => signIn())\nfunction signIn(): number {\n  return 1\n}\n',
  ],
  [
    'rawState',
    'src/modules/people/person.server.ts',
    'export const a = sql`with q as (select 1) update people.person p set n = (select 1, 2 from x), state = ${1} where id = 1`\n',
    'a state is written by its number in line 1: make it a move (moveAll), or name it (toState)',
    'export const a = sql`update people.person set ${toState(STATES, name)}, n = case when state = 2 then 1 end, state = case state when 1 then 2 end where state = 1`\nexport const b = sql`insert into t (state) values (1) on conflict do update set n = 1, state = excluded.state`\n',
  ],
  [
    'rawColour',
    'src/console/kit/layout/Card.tsx',
    "export const Card = () => <b style={{ color: '#c00' }} />\n",
    '#c00 is a raw colour: use a token of console/kit/tokens.css',
    'export const Card = () => <a href="#abc-d" style={{ color: \'var(--danger)\' }} />\n',
  ],
  [
    'rawColour',
    'src/console/kit/layout/Card.css',
    '.card { background: rgba(0, 0, 0, 0.4); }\n',
    'rgba( is a raw colour: use a token of console/kit/tokens.css',
    '/* #fff */ .card { background: var(--surface); }\n',
  ],
  [
    'reactLazy',
    'src/console/app/Trial.tsx',
    "import { lazy, useState } from 'react'\nexport const Trial = lazy(() => import('#console/app/AreaPage.tsx'))\n",
    "React's own `lazy` or `Suspense` makes people wait 300 ms: use kit/layout/lazy.tsx",
    "import { useState } from 'react'\nimport { lazy } from '#console/kit/layout/lazy.tsx'\n",
  ],
  [
    'plainNames',
    'src/server/a.ts',
    'export const tellOwner = 1\n',
    'tellOwner: “tell” is no term of the field; name what it is',
    'export const notifyOwner = 1\n',
  ],
  [
    'plainNames',
    'tests/a.test.ts',
    'const read = ({ said = 1 }: { said?: number }): number => said\n',
    'said: “said” is no term of the field; name what it is',
    'const read = ({ answer = 1 }: { answer?: number }): number => answer\n',
  ],
  [
    'untypedRow',
    'src/server/a.ts',
    'export const nameOf = (row: Record<string, unknown>) => row.name\n',
    'Record<string, unknown> is no type of a row: take RowOf, StoredOf or InputOf of its noun, or Row, Input or Params of model/row.ts',
    'export const nameOf = (row: RowOf<typeof person>, labels: Record<string, string>) => row.name\n',
  ],
]

describe.each(FILES)('%s in %s', (rule, path, planted, message, twin) => {
  test(message, () => {
    expect(FILE_RULES[rule]!(path, planted)).toEqual([message])
    expect(FILE_RULES[rule]!(path, twin)).toEqual([])
  })
})

const only = (rule: string, files: Record<string, string>) => PROJECT_RULES[rule]!(new Map(Object.entries(files)))
describe('over all files', () => {
  test('a full folder', () => {
    const full = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`src/console/kit/A${nth}.tsx`, '']))
    expect(only('folderSize', full(41))).toEqual([
      { path: 'src/console/kit', message: '41 files, at most 40: make folders by subject' },
    ])
    expect(only('folderSize', full(40))).toEqual([])
  })
  test('a cycle', () => {
    const one = "import { b } from './b.ts'\nexport const a = b\n"
    expect(
      only('cycles', { 'src/base/a.ts': one, 'src/base/b.ts': "import { a } from './a.ts'\nexport const b = a\n" }),
    ).toEqual([
      {
        path: 'src/base/a.ts',
        message:
          'import cycle: src/base/a.ts → src/base/b.ts → src/base/a.ts; move what both need to a file of its own',
      },
    ])
    expect(
      only('cycles', {
        'src/base/a.ts': one,
        'src/base/b.ts': "import type { a } from './a.ts'\nexport const b = 1 as typeof a\n",
      }),
    ).toEqual([])
  })
  test('a class or a noun by its key', () => {
    const declared = {
      'src/devices/gateDevice.ts': "export const gateDevice = defineDeviceClass('gateDevice', {})\n",
      'src/modules/people/pass.noun.ts': "export const pass = defineNoun('pass', {})\n",
      'src/modules/identity/role/menu.noun.ts': "export const menu = defineNoun('menu', {})\n",
    }
    const [path, page] = ['src/server/crud/a.ts', 'src/modules/devices/page/A.tsx']
    expect(only('keyLiterals', { ...declared, [path]: "const a = noun.key === 'menu' || has('pass')\n" })).toEqual([
      { path, message: 'names the noun menu: let the noun declare what differs' },
      { path, message: 'names the noun pass: let the noun declare what differs' },
    ])
    expect(only('keyLiterals', { ...declared, [page]: "const a = key === 'gateDevice'\n" })).toEqual([
      { path: page, message: 'names the class gateDevice: let an ability declare what differs' },
    ])
    const server = 'src/modules/service/register.server.ts'
    expect(only('keyLiterals', { ...declared, [server]: "const classes = ['gateDevice']\n" })).toEqual([
      { path: server, message: 'names the class gateDevice: let an ability declare what differs' },
    ])
    const [plays, plan] = ['src/main/demo/play.ts', 'src/main/demo/places/mall.ts']
    expect(only('keyLiterals', { ...declared, [plan]: "a('gateDevice')\n", [plays]: "a('gateDevice')\n" })).toEqual([
      { path: plays, message: 'names the class gateDevice: let an ability declare what differs' },
    ])
    // A word of the model that is also a key, and a comment; modules may name nouns.
    expect(only('keyLiterals', { ...declared, [path]: "/** 'pass' */\nconst a = { role: 'menu' }\n" })).toEqual([])
    expect(only('keyLiterals', { ...declared, [page]: "can('pass')\n", [server]: "crud('pass')\n" })).toEqual([])
  })
  test('a text that is written in three files', () => {
    const save = "export const a = ['保存', 'Save']\n"
    const two = { 'src/console/kit/A.tsx': save, 'src/modules/people/b.page.tsx': save }
    expect(only('repeatedText', { ...two, 'src/server/c.ts': save })).toEqual([
      {
        path: 'src/console/kit/A.tsx',
        message:
          '“保存 / Save” is written in 3 files, at most 2: give it a home in a file of texts in src/base, or in its noun',
      },
    ])
    // A noun has its own labels, and so has each field; another language or other words are another text.
    expect(only('repeatedText', { ...two, 'src/modules/people/c.noun.ts': save })).toEqual([])
    expect(only('repeatedText', { ...two, 'src/server/c.ts': "const a = flag(['保存', 'Save'])\n" })).toEqual([])
    expect(only('repeatedText', { ...two, 'src/server/c.ts': "export const a = ['保存', 'Keep']\n" })).toEqual([])
  })
  test('what no file imports, and what only tests do', () => {
    const a = 'export const a = 1\nexport const b = 2\nexport interface Shape { a: 1 }\n'
    const main = { 'src/main/server.ts': "import { a } from '#base/a.ts'\na()\n" }
    expect(only('unusedExports', { 'src/base/a.ts': a, ...main })).toEqual([
      { path: 'src/base/a.ts', message: 'no file imports b: do not export it, or delete it' },
    ])
    expect(only('unusedExports', { 'src/base/a.ts': a })).toEqual([
      { path: 'src/base/a.ts', message: 'no file imports it: delete it' },
    ])
    const tested = { 'src/base/a.test.ts': "import { a, b } from './a.ts'\na(b)\n" }
    expect(only('unusedExports', { 'src/base/a.ts': a, ...tested })).toEqual([
      { path: 'src/base/a.ts', message: 'only tests import it: delete it with them' },
    ])
    expect(only('unusedExports', { 'src/base/a.ts': a, ...tested, ...main })).toEqual([])
    const thread = { 'src/main/server.ts': "new Worker(new URL('../base/a.ts', import.meta.url))\n" }
    expect(only('unusedExports', { 'src/base/a.ts': a, ...thread })).toEqual([])
    const demo = {
      'src/main/demo/a.ts': a,
      'src/main/demo.ts': "import { a } from './demo/a.ts'\nexport const run = a\n",
    }
    expect(only('unusedExports', demo)).toEqual([
      { path: 'src/main/demo/a.ts', message: 'no file imports b: do not export it, or delete it' },
    ])
  })
})
