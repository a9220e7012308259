/** A noun of which something is lacking is named with what to do; a complete one is not. */
import { expect, test } from 'vitest'
import { choice, text } from '#model/field.ts'
import { defineLens, defineNoun, permissionPoints } from '#model/noun.ts'
import { bare, missing, OF_ONE_PAGE, type Product } from './missing.ts'
import { productOf } from './product.ts'
import { tablesOf } from './tables.ts'

const noun = defineNoun('gateKey', {
  ...{ label: ['钥匙', 'Gate key'], api: '/api/access/gateKey', table: 'access.gate_key', scope: 'application' },
  name: 'name',
  fields: { name: text(['名称', 'Name'], { required: true }), spareOf: text(['备用', 'Spare of']) },
})
const lens = defineLens('gateKey', {
  ...{ path: '/apply/gateKey', label: ['钥匙', 'Gate keys'], empty: ['没有', 'None'], of: 'gateKey' },
  columns: ['name'],
})
const CREATED = 'create table access.gate_key (id bigint, name text -- a comment; of it\n);'
const ADDED = 'alter table access.gate_key add column spare_of text;'
const COMPLETE: Product = {
  nouns: [noun],
  lenses: [lens],
  granted: new Set(permissionPoints(noun).map(({ point }) => point)),
  tables: tablesOf([CREATED, ADDED]),
  readmes: { access: '- **Tables**: gate_key.' },
  ofCode: new Set(),
}

test('the product lacks nothing', () => expect(missing(productOf())).toEqual([]))

test('the words of one page are still such', () =>
  expect(bare(productOf()).toSorted()).toEqual([...OF_ONE_PAGE].toSorted()))

test('a complete one is silent', () => expect(missing(COMPLETE)).toEqual([]))

test.each([
  ['words', { lenses: [{ ...lens, empty: ['', ''] as const }] }, 'lens gateKey.empty'],
  ['its place in the menu', { granted: new Set<string>() }, 'src/main/applicationGroups.ts'],
  ['its table', { tables: tablesOf([]), readmes: {} }, 'no migration creates access.gate_key'],
  ['a column', { tables: tablesOf([CREATED]) }, 'access.gate_key the column spare_of'],
  ['the line of its module', { readmes: { access: '- **Tables**: none.' } }, 'the line Tables lacks gate_key'],
  ['a table that is gone', { readmes: { access: '- **Tables**: gate, gate_key.' } }, 'has gate, which no migration'],
  [
    'a dictionary',
    {
      nouns: [
        {
          ...noun,
          fields: {
            name: choice(['色', 'Colour'], {
              a: [1, '红', 'Red'],
              b: [2, '蓝', 'Blue'],
              c: [3, '绿', 'Green'],
              d: [4, '白', 'White'],
            }),
          },
        },
      ],
    },
    'gateKey.name: name the dictionary',
  ],
] satisfies readonly (readonly [string, Partial<Product>, string])[])('without %s', (_what, lacking, words) => {
  const problems = missing({ ...COMPLETE, ...lacking })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(words)
})

test('a table that is moved and renamed keeps what it was made of', () => {
  const tables = tablesOf([
    CREATED,
    'alter table access.gate_key set schema people;',
    'alter table people.gate_key rename to spare_key;',
  ])
  expect([...tables.keys()]).toEqual(['people.spare_key'])
  expect(tables.get('people.spare_key')).toContain('name text')
})
