/** `npm run where <route>`: the files of a screen, its noun, table, API and permission points; `npm run where <word>`: every text with it. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import './gen.ts'
import { whereWord } from './where/whereWord.ts'
import { permissionPoints, verbsOf, type Noun } from '../src/model/noun.ts'

const { classes, lenses, nouns } = await import('../src/main/registry.ts')
const root = join(import.meta.dirname, '..')
const asked = (process.argv[2] ?? '').replace(/(?<=.)\/$/, '')
if (!asked) {
  console.error('usage: npm run where /hardwareManage/deviceModel\n       npm run where 门禁')
  process.exit(2)
}
if (!asked.startsWith('/')) {
  const found = whereWord(process.argv.slice(2).join(' '))
  console.log(found.length ? found.join('\n') : `no text contains “${asked}”`)
  process.exit(found.length ? 0 : 1)
}
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'migrations', 'tests'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
const grep = (pattern: RegExp, among: readonly string[]): string[] =>
  among.filter(file => pattern.test(readFileSync(join(root, file), 'utf8')))
const segment = asked.split('/').filter(part => part && !part.startsWith(':') && !/^\d+$/.test(part))
const kind = segment.at(-1)!
const matches = [...lenses.values()].filter(lens => {
  const parts = lens.path.split('/').filter(Boolean)
  return (
    lens.path === asked ||
    (parts[0] === ':deviceClass' && classes.has(segment[0]!) && parts[1] === segment[1]) ||
    (parts.slice(0, 2).join('/') === segment.slice(0, 2).join('/') && !parts[0]!.startsWith(':'))
  )
})
const line = (name: string, value: string | readonly string[]): void =>
  console.log(
    `${name.padEnd(12)}${Array.isArray(value) ? (value.length ? value.join(`\n${' '.repeat(12)}`) : '—') : value}`,
  )

/** Pages without a session, also below a brand's prefix, are identified by their last segment. */
const PUBLIC: Readonly<Record<string, string>> = {
  login: 'src/console/app/login/LoginPage.tsx',
  lock: 'src/console/app/login/LockPage.tsx',
  resetPsw: 'src/console/app/login/ResetPassword.tsx',
  resetPswSuccess: 'src/console/app/login/ResetPassword.tsx',
  index: 'src/console/site/IndexPage.tsx',
  docs: 'src/console/site/DocsPage.tsx',
  deviceQrcode: 'src/console/site/LabelPage.tsx',
  ...Object.fromEntries(
    [
      ...readFileSync(join(root, 'src/console/site/Site.tsx'), 'utf8').matchAll(
        /(\w+): page\(\(\) => import\('#(console\/site\/\w+\.tsx)'/g,
      ),
    ].map(([, name, file]) => [name!, `src/${file}`]),
  ),
}
const inBrand = segment.length === 2 && PUBLIC[segment[1]!] !== undefined && !PUBLIC[segment[0]!]
const publicName = asked === '/' ? 'index' : inBrand ? segment[1]! : segment[0]!
const publicPage = matches.length === 0 && (segment.length < 2 || inBrand || /^(docs|deviceQrcode)$/.test(publicName))
if (publicPage && PUBLIC[publicName]) {
  line('public', `${publicName}${inBrand ? ` · of the brand ${segment[0]}` : ''}`)
  line('page', PUBLIC[publicName])
  const page = readFileSync(join(root, PUBLIC[publicName]), 'utf8')
  const calls = [...new Set([...page.matchAll(/['`](\/api\/[\w/-]+)/g)].map(match => match[1]!))]
  line('api', calls)
  line(
    'server',
    calls.length
      ? grep(
          new RegExp(calls.map(call => `'${call}`).join('|')),
          files.filter(file => file.endsWith('.server.ts')),
        )
      : [],
  )
  line('tests', ['tests/e2e/site.test.ts', 'tests/e2e/session.test.ts', 'tests/e2e/identity.test.ts'])
  process.exit(0)
}
if (classes.has(segment[0]!))
  line(
    'class',
    files.filter(file => file === `src/devices/${segment[0]}.ts`),
  )
for (const lens of matches) {
  const noun = nouns.get(lens.of) as Noun
  line('lens', `${lens.key} · ${lens.label[0]} · ${lens.label[1]} · ${lens.path}`)
  line('noun', [
    noun.key,
    ...grep(
      new RegExp(`defineNoun\\('${noun.key}'`),
      files.filter(file => file.endsWith('.noun.ts')),
    ),
  ])
  line(
    'page',
    files
      .filter(file => file.endsWith(`/${lens.key}.page.tsx`))
      .concat(files.some(file => file.endsWith(`/${lens.key}.page.tsx`)) ? [] : ['generated: src/console/crud']),
  )
  line(
    'server',
    grep(
      new RegExp(`implement\\(${noun.key}\\b|'${noun.api}/`),
      files.filter(file => file.endsWith('.server.ts')),
    ),
  )
  line('table', [
    noun.table,
    ...grep(
      new RegExp(`create table ${noun.table.replace('.', '\\.')}\\b`),
      readdirSync(join(root, 'migrations')).map(file => `migrations/${file}`),
    ),
  ])
  line(
    'api',
    verbsOf(noun).map(
      verb =>
        `${verb === 'list' ? 'GET' : verb === 'view' ? 'GET' : verb === 'add' ? 'POST' : verb === 'edit' ? 'PUT' : verb === 'remove' ? 'DELETE' : 'GET'} ${noun.api}${verb === 'list' ? '/page' : verb === 'view' || verb === 'remove' ? '/{id}' : verb === 'export' ? '/export' : ''}`,
    ),
  )
  line(
    'permissions',
    permissionPoints(noun).map(({ point, label }) => `${point}  ${label[0]}`),
  )
  line(
    'columns',
    lens.columns.map(
      column =>
        `${column}  ${noun.fields[column]?.kind ?? (noun.states?.[column] ? 'state' : 'computed by the list')}${noun.fields[column]?.computed || noun.fields[column]?.virtual ? '  (filled by the server half)' : ''}`,
    ),
  )
  line(
    'tests',
    grep(
      new RegExp(`${noun.api}\\b|\\b${noun.key}\\b`),
      files.filter(file => /\.test\.tsx?$/.test(file) || file.startsWith('tests/e2e')),
    ),
  )
}
if (!matches.length) {
  line(
    'page',
    files.filter(file => new RegExp(`/${kind}\\.page\\.tsx$`).test(file)),
  )
  line(
    'mentions',
    grep(
      new RegExp(`'${asked.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
      files.filter(file => file.startsWith('src/')),
    ),
  )
}
