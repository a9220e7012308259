/** What definitions still lack, each as what to do: `npm run check` says it in seconds, without a database. */
import type { Text } from '../../src/base/text.ts'
import type { Choices } from '../../src/model/field.ts'
import { permissionPoints, type Lens, type Noun } from '../../src/model/noun.ts'
import { columnsOf, snake, storedFields } from '../../src/server/crud/columns.ts'

export interface Product {
  nouns: readonly Noun[]
  lenses: readonly Lens[]
  /** The points that can be granted: those in the menu. */
  granted: ReadonlySet<string>
  /** Statements of each table. */
  tables: ReadonlyMap<string, string>
  /** Of each module. */
  readmes: Readonly<Record<string, string>>
  /** Choices that are files of the product; no rows of a dictionary could follow them. */
  ofCode: ReadonlySet<Choices>
}

const isText = (value: unknown): value is Text =>
  Array.isArray(value) && value.length === 2 && value.every(one => typeof one === 'string')

/** Texts without words in one of the languages, by where they are. */
function emptyTexts(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (isText(value)) return value.every(Boolean) ? [] : [at]
  return Object.entries(value).flatMap(([name, inner]) => emptyTexts(inner, `${at}.${name}`))
}
const withoutWords = ({ nouns, lenses }: Product): string[] =>
  [...nouns.map(one => ['noun', one] as const), ...lenses.map(one => ['lens', one] as const)].flatMap(([kind, one]) =>
    emptyTexts(one, `${kind} ${one.key}`).map(at => `${at}: say it in both languages`),
  )

const withoutPlace = ({ nouns, granted }: Product): string[] =>
  nouns
    .filter(noun => permissionPoints(noun).some(({ point }) => !granted.has(point)))
    .map(({ key }) => `noun ${key}: name its lens in src/main/menuAreas.ts or src/main/applicationGroups.ts`)

const withoutColumns = ({ nouns, tables }: Product): string[] =>
  nouns
    .filter(noun => noun.life !== 'view')
    .flatMap(noun => {
      const statements = tables.get(noun.table)
      if (statements === undefined) return [`noun ${noun.key}: no migration creates ${noun.table}`]
      const columns = [
        ...storedFields(noun.fields).flatMap(([name, field]) => columnsOf(name, field)),
        ...Object.keys(noun.states ?? {}).map(snake),
      ]
      return columns
        .filter(column => !new RegExp(`\\b${column}\\b`).test(statements))
        .map(column => `noun ${noun.key}: no migration gives ${noun.table} the column ${column}`)
    })

/** The tables that the README of a module lists; none for `none`. */
export const listedTables = (readme: string): string[] =>
  (/^- \*\*Tables\*\*: ([^;.\n]*)/m.exec(readme)?.[1] ?? '').split(', ').filter(word => word && word !== 'none')

const withoutLine = ({ readmes, tables }: Product): string[] =>
  Object.entries(readmes).flatMap(([module, readme]) => {
    const own = [...tables.keys()].filter(table => table.startsWith(`${module}.`)).map(table => table.split('.')[1]!)
    const listed = listedTables(readme)
    const place = `src/modules/${module}/README.md: the line Tables`
    return [
      ...own.filter(table => !listed.includes(table)).map(table => `${place} lacks ${table}`),
      ...listed.filter(table => !own.includes(table)).map(table => `${place} has ${table}, which no migration leaves`),
    ]
  })

/** Many rows share the words of a state machine or of four choices and more. */
const FEW_CHOICES = 3
/** Words that only one page shows: beside those of a person, counted from deliveries; with labels of their own. */
export const OF_ONE_PAGE: ReadonlySet<string> = new Set(['callback.events', 'deadMessage.reason', 'person.sync'])
function withoutDictionary(product: Product): string[] {
  return bare(product)
    .filter(at => !OF_ONE_PAGE.has(at))
    .map(at => `${at}: name the dictionary of its words`)
}
/** States and choices of many words that name no dictionary. */
export function bare({ nouns, ofCode }: Pick<Product, 'nouns' | 'ofCode'>): string[] {
  const named = nouns.flatMap(({ key, states = {}, fields }) => [
    ...Object.entries(states).map(([name, { states: values, dictionary }]) => ({
      at: `${key}.${name}`,
      values,
      dictionary,
    })),
    ...Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'choice' && !ofCode.has(field.values) ? [{ at: `${key}.${name}`, ...field }] : [],
    ),
  ])
  return named
    .filter(({ values, dictionary }) => !dictionary && Object.keys(values).length > FEW_CHOICES)
    .map(({ at }) => at)
}

export const missing = (product: Product): string[] => [
  ...withoutWords(product),
  ...withoutPlace(product),
  ...withoutColumns(product),
  ...withoutLine(product),
  ...withoutDictionary(product),
]
