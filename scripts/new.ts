/** `npm run new noun <module> <name>`: drafts a noun, its server half and its migration. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES } from './gen.ts'

const root = join(import.meta.dirname, '..')
const [kind, module, name] = process.argv.slice(2)
if (kind !== 'noun' || !module || !MODULES.includes(module) || !/^[a-z][A-Za-z0-9]*$/.test(name ?? '')) {
  console.error(`usage: npm run new noun <module> <name>\nmodules, in their order: ${MODULES.join(', ')}`)
  process.exit(2)
}
const snake = name!.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const folder = join(root, 'src/modules', module)
const last = readdirSync(join(root, 'migrations'))
  .filter(file => /^\d{4}_/.test(file))
  .sort()
  .at(-1)!
const number = String((Math.floor(Number(last.slice(0, 4)) / 10) + 1) * 10).padStart(4, '0')

const files: Record<string, string> = {
  [join(folder, `${name}.noun.ts`)]: `/** One sentence: what a ${name} is, in the domain's words. */
import { text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const ${name} = defineNoun('${name}', {
  label: ['', '${name}'], api: '/api/${module}/${name}', table: '${module}.${snake}', scope: 'application', name: 'name',
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 64, find: 'contains' }),
  },
})
export const ${name}Lens = defineLens('${name}', { path: '/apply/${name}', label: ['', '${name}'], of: '${name}', columns: ['name', 'createdAt'], filters: ['name'] })
`,
  [join(folder, `${name}.server.ts`)]: `/** The server half of ${name}. */
import { implement } from '#server/parts.ts'
import { ${name} } from './${name}.noun.ts'

export const ${name}Half = implement(${name})
`,
  [join(root, 'migrations', `${number}_${snake}.sql`)]: `create schema if not exists ${module};
grant usage on schema ${module} to rt_app, rt_source, rt_platform, rt_engine;

create table ${module}.${snake} (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  name text not null,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, id)
);
create index ${snake}_app on ${module}.${snake} (app_id, id desc);
select base.protect('${module}.${snake}');
`,
}
mkdirSync(folder, { recursive: true })
for (const [path, text] of Object.entries(files)) {
  if (existsSync(path)) console.error(`${path} is there already; left as it is`)
  else {
    writeFileSync(path, text)
    console.log(path.slice(root.length + 1))
  }
}
