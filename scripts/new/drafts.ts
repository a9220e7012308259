/** Drafts of what is added most often: files that pass the checks unchanged, and a list of what to fill in. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES } from '../gen.ts'
import { protocolDraft } from './protocolDraft.ts'

export interface Draft {
  /** Text by path from the root. */
  files: Readonly<Record<string, string>>
  /** Changes of files that are there, by path: the new text from the present one. */
  changes?: Readonly<Record<string, (text: string) => string>>
  /** What only the author can write. */
  left: readonly string[]
}
/** The next number of a migration, and a port that no protocol has. */
export interface Free {
  migration: string
  port: number
}
interface Kind {
  usage: string
  /** `null`: the arguments do not match its usage. */
  draft(words: readonly string[], free: Free): Draft | null
}

const isName = (word: string | undefined): word is string => /^[a-z][A-Za-z0-9]*$/.test(word ?? '')
const inModule = ([module, name]: readonly string[]): { module: string; name: string } | null =>
  module !== undefined && MODULES.includes(module) && isName(name) ? { module, name } : null
const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const pascal = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

const nounText = (
  module: string,
  name: string,
): string => `/** One sentence: what a ${name} is, in the words of its field. */
import { text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const ${name} = defineNoun('${name}', {
  label: ['', '${name}'],
  api: '/api/${module}/${name}',
  table: '${module}.${snake(name)}',
  scope: 'application',
  name: 'name',
  fields: { name: text(['名称', 'Name'], { required: true, max: 64, find: 'contains' }) },
})

export const ${name}Lens = defineLens('${name}', {
  path: '/apply/${name}',
  label: ['', '${name}'],
  empty: ['', ''],
  of: '${name}',
  columns: ['name', 'createdAt'],
  filters: ['name'],
})
`
const halfText = (name: string): string => `/** The server half of ${name}. */
import { implement } from '#server/parts.ts'
import { ${name} } from './${name}.noun.ts'

export const ${name}Half = implement(${name})
`
const migrationText = (module: string, table: string): string => `create schema if not exists ${module};
grant usage on schema ${module} to rt_app, rt_source, rt_platform, rt_engine;

create table ${module}.${table} (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  name text not null,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, id)
);
create index ${table}_app on ${module}.${table} (app_id, id desc);
select base.protect('${module}.${table}');
`
/** A README with one more table in its line Tables. */
export const withTable = (readme: string, table: string): string =>
  readme.replace(/^(- \*\*Tables\*\*: )([^;.\n]*)/m, (_, start: string, list: string) => {
    const tables = list.split(', ').filter(one => one !== 'none')
    return start + [...new Set([...tables, table])].join(', ')
  })
const pageText = (name: string): string => `/** One sentence: what the page ${name} shows besides its list. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'

const PIECES: LensPieces = {}

export default function ${pascal(name)}(props: PageProps) {
  return <LensPage {...props} pieces={PIECES} />
}
`
const classText = (key: string): string => `/** One sentence: what such a device is, and what it does. */
import { defineDeviceClass } from '#model/device.ts'
import { common } from './abilities/common.ts'

export const ${key} = defineDeviceClass('${key}', {
  label: ['', '${key}'],
  icon: 'box',
  category: 'access',
  abilities: [common],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'callback', 'event'],
})
`
const FUNCTIONS = 'src/server/sql/functions'
/** The present texts of functions of the database; `null` if one has no file. */
function functionTexts(names: readonly string[]): string | null {
  const files = names.map(name => join(import.meta.dirname, '../..', FUNCTIONS, `${name}.sql`))
  return files.every(file => existsSync(file)) ? files.map(file => readFileSync(file, 'utf8')).join('\n') : null
}

export const KINDS: Readonly<Record<string, Kind>> = {
  migration: {
    usage: 'migration <words_of_its_name> [function of the database, such as ingest.store, …]',
    draft([name = '', ...functions], { migration }) {
      const texts = functionTexts(functions)
      if (!/^[a-z][a-z0-9_]*$/.test(name) || texts === null) return null
      return {
        files: { [`migrations/${migration}_${name}.sql`]: texts || '-- What changes, and why.\n' },
        left: [
          ...(functions.length ? [] : ['Write its statements; an applied migration is never changed.']),
          `A function is edited in its file in ${FUNCTIONS}, from which its migration is made anew until it is released.`,
          'docs/guides/change-a-function.md says the rest.',
        ],
      }
    },
  },
  noun: {
    usage: 'noun <module> <name>',
    draft(words, { migration }) {
      const found = inModule(words)
      if (!found) return null
      const { module, name } = found
      const folder = `src/modules/${module}`
      return {
        files: {
          [`${folder}/${name}.noun.ts`]: nounText(module, name),
          [`${folder}/${name}.server.ts`]: halfText(name),
          [`migrations/${migration}_${snake(name)}.sql`]: migrationText(module, snake(name)),
        },
        changes: { [`${folder}/README.md`]: readme => withTable(readme, snake(name)) },
        left: [
          'Say what it is: the first line of the noun, its labels in both languages, its fields, and what belongs in its list while that is empty.',
          'Give each field its column in the migration.',
          'Name the lens in src/main/applicationGroups.ts, or outside of applications in menuAreas.ts.',
          'npm run reference writes the API down; npm run check names what is still missing.',
          'docs/guides/add-a-noun.md says the rest.',
        ],
      }
    },
  },
  page: {
    usage: 'page <module> <key of the lens>',
    draft(words) {
      const found = inModule(words)
      return (
        found && {
          files: { [`src/modules/${found.module}/${found.name}.page.tsx`]: pageText(found.name) },
          left: [
            `The lens '${found.name}' must be there: the page takes the place of its generated one.`,
            'Say in pieces what the list does not show by itself; without any, delete the page.',
            'docs/guides/add-a-page.md says the rest.',
          ],
        }
      )
    },
  },
  class: {
    usage: 'class <key>',
    draft([key]) {
      return isName(key)
        ? {
            files: { [`src/devices/${key}.ts`]: classText(key) },
            left: [
              'Say what it is: the first line, its label in both languages, its icon, its category.',
              'Name its abilities, protocols and page kinds.',
              'Say how a new ability behaves in src/simulators/simulate.ts.',
              'npm run reference writes the API down.',
              'docs/guides/add-a-device-class.md says the rest.',
            ],
          }
        : null
    },
  },
  protocol: {
    usage: 'protocol <key>',
    draft([key], { port }) {
      return isName(key)
        ? {
            files: protocolDraft(key, port),
            left: [
              'Read the document, and write its frames into fixtures/ and the codec (frame.ts); say in the README how it was read.',
              'Say who speaks it: the first line and the label in protocol.ts, and what people enter in the device in guide.ts.',
              `Name it in the protocols of its classes in src/devices.`,
              'Devices that call by HTTP share one listener: docs/guides/add-a-protocol.md says how, and the rest.',
              'npm run check names what is missing; npm run reference writes the configuration and the limits down.',
            ],
          }
        : null
    },
  },
}
