/** Each icon is imported from its own file: a single file with all of them would be loaded by every page that shows any. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGE = 'lucide-react'
const IMPORT = new RegExp(`import \\{([^}]*)\\} from '${PACKAGE}'`, 'g')

/** The file of each exported icon. */
function filesByName(folder: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(folder, `${PACKAGE}.mjs`), 'utf8')
  const found = new Map<string, string>()
  for (const [, names, file] of text.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g))
    for (const name of names!.split(',')) found.set(name.replace('default as ', '').trim(), join(folder, file!))
  return found
}

export function iconFiles(): Plugin {
  const folder = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), 'dist/esm')
  const files = filesByName(folder)
  const importOf = (given: string, id: string): string => {
    const [name = '', as = name] = given.split(' as ')
    const file = files.get(name)
    if (!file) throw new Error(`${id}: ${PACKAGE} has no icon ${name}`)
    return `import ${as} from ${JSON.stringify(file)}`
  }
  return {
    name: 'portico-icon-files',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes(`'${PACKAGE}'`)) return undefined
      const split = code.replace(IMPORT, (_, names: string) =>
        names
          .split(',')
          .map(name => name.trim())
          .filter(name => name && !name.startsWith('type '))
          .map(name => importOf(name, id))
          .join(';'),
      )
      return { code: split, map: null }
    },
  }
}
