/** A field added to people appears in forms, imports, exports and descriptions without any further code. */
import { expect, test } from 'vitest'
import { text } from '#model/field.ts'
import { importNames } from '#model/importNames.ts'
import type { Noun } from '#model/noun.ts'
import { formFields } from '#console/crud/lensFields.ts'
import { exportTable } from '#server/crud/exportTable.ts'
import { inputSchemas, rowSchema } from '#server/describe/rowSchema.ts'
import { readHeading } from '#server/imports/columns.ts'
import type { Definition } from '#modules/applications/definition.rules.ts'
import { fieldsFrom } from '#modules/applications/templateFields.rules.ts'
import { classes, lenses, nouns } from '#main/registry.ts'
import { person } from './person.noun.ts'

const extended: Noun = {
  ...person,
  fields: { ...person.fields, spaceNo: text(['车位', 'Parking space'], { max: 10 }) },
}

test('in the form', () => {
  expect(Object.keys(formFields(extended, lenses.get('customPerson'), () => true))).toEqual([
    ...Object.keys(formFields(person, lenses.get('customPerson'), () => true)),
    'spaceNo',
  ])
})
test('in the import', () => {
  expect(importNames(extended)).toEqual([...importNames(person), 'spaceNo'])
})
test('in the export', () => {
  const reading = { language: 'zh', zone: 'Asia/Shanghai', nouns, classes } as const
  const { names, heading } = exportTable(extended, [], reading)
  expect([names.includes('spaceNo'), heading.includes('车位')]).toEqual([true, true])
})
test('under the name of a field that a template has already: both keep their columns, each with a heading of its own', () => {
  const space = { key: 'space', label: '车位', type: 'text', importable: true } as Definition
  const other = { key: 'blood', label: '血型', type: 'text' } as Definition
  const fields = fieldsFrom([space, other], 'person', extended.fields)
  expect(Object.values(fields).map(({ label }) => label)).toEqual([
    ['车位（自定义）', '车位 (custom)'],
    ['血型', '血型'],
  ])
  const { columns } = readHeading({ ...extended, fields: { ...extended.fields, ...fields } }, [
    ...['姓名', '类型', '车位', '车位（自定义）'],
  ])
  expect(columns).toEqual(['name', 'personType', 'spaceNo', 'ext_space'])
})
test('in the description of the API: what is answered and what is sent', () => {
  const { added, edited } = inputSchemas(extended)
  for (const schema of [rowSchema(extended, {}, true), added, edited])
    expect(schema).toMatchObject({ properties: { spaceNo: expect.anything() } })
})
