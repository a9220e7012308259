/**
 * `npm run new …` (noun, page, class, protocol, migration): writes a draft that passes the checks, and lists what is left to do.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { MODULES } from './gen.ts'
import { KINDS } from './new/drafts.ts'

const root = join(import.meta.dirname, '..')
const last = readdirSync(join(root, 'migrations'))
  .filter(file => /^\d{4}_/.test(file))
  .sort()
  .at(-1)!
const migration = String((Math.floor(Number(last.slice(0, 4)) / 10) + 1) * 10).padStart(4, '0')

const [kind = '', ...words] = process.argv.slice(2)
// Written by the import above.
const { listeners } = await import('#main/listeners.ts')
/** Above those of all listeners. */
const port = Math.max(...[...listeners.values()].map(({ listens }) => listens.port)) + 1
const draft = Object.hasOwn(KINDS, kind) ? KINDS[kind]!.draft(words, { migration, port }) : null
if (!draft) {
  const usages = Object.values(KINDS).map(({ usage }) => `  npm run new ${usage}`)
  console.error(`usage:\n${usages.join('\n')}\nmodules, in their order: ${MODULES.join(', ')}`)
  process.exit(2)
}
/** A longer key may need other breaks. */
const laidOut = async (path: string, text: string): Promise<string> =>
  path.endsWith('.sql') ? text : format(text, { ...(await resolveConfig(join(root, 'package.json'))), filepath: path })
for (const [path, text] of Object.entries(draft.files)) {
  const file = join(root, path)
  if (existsSync(file)) console.error(`${path} is there already; left as it is`)
  else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, await laidOut(path, text))
    console.log(path)
  }
}
for (const [path, change] of Object.entries(draft.changes ?? {})) {
  const file = join(root, path)
  if (!existsSync(file)) continue
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  console.log(path)
}
console.log(`\nleft to do:\n${draft.left.map(line => `- ${line}`).join('\n')}`)
