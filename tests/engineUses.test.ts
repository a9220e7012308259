/** Code with the engine role sees all tenants: each file that uses the role is listed with its reason in decision 0002. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const NAMES_IT = /role: 'engine'|\bENGINE\b|scope: 'engine'|'engine',/

function filesThatNameIt(): string[] {
  return ['src/modules', 'src/server', 'src/main'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter(name => NAMES_IT.test(readFileSync(join(root, folder, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')))
      .map(name => name.replace(/(\.server)?\.ts$/, ''))
      // Folders inside a module and inside main are left out: file names are unique without them.
      .map(name => {
        if (folder === 'src/server') return `server/${name}`
        const words = name.split('/')
        return `${folder === 'src/main' ? 'main' : words[0]}/${words.at(-1)}`
      }),
  )
}

/** `identity/` before names applies to each of them. */
function filesListed(): string[] {
  const text = readFileSync(join(root, 'docs/decisions/0002-roles-of-the-database.md'), 'utf8')
  const [, requests = '', background = ''] = text.split(/^## .*$/m)
  const words = (line: string): string[] => [...line.matchAll(/`([^`]+)`/g)].map(match => match[1]!)
  const rows = requests
    .split('\n')
    .map(line => line.split('|')[1] ?? '')
    .flatMap(cell => {
      const [folder = '', ...names] = words(cell)
      return names.map(name => `${folder}${name}`)
    })
  return [...rows, ...words(background)]
}

test('every file that acts as the engine is listed, and none that does not', () => {
  const [named, listed] = [filesThatNameIt().sort(), filesListed().sort()]
  expect({ notListed: named.filter(one => !listed.includes(one)) }).toEqual({ notListed: [] })
  expect({ listedFor: listed.filter(one => !named.includes(one)) }).toEqual({ listedFor: [] })
})
