/**
 * The size of the console with twenty more device classes: the script that must load before use, gzip, compared with
 * the budgets of the design.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { definitionPaths } from '#main/generated/definitionPaths.ts'
import { lensIndex, nounFiles } from '#main/generated/nounIndex.ts'
import { buildWithManyClasses } from './manyClasses.ts'

const BUDGET_KB = { signIn: 92, publicPage: 110, shell: 165, listPage: 200, formPage: 240, ownOfPage: 15, map: 330 }
const SIGN_IN = 'src/console/app/login/LoginPage.tsx'
/** Loaded after sign-in, on any page. */
const SHELL = ['src/console/app/Console.tsx', 'src/main/consoleRegistry.ts']
const GENERATED_PAGES = ['LensPage', 'CardsPage', 'TreePage', 'TreeTablePage']
/** Pages with many fields and without a list. */
const FORMS = [
  'src/modules/devices/connect/connectDevice.page.tsx',
  'src/modules/applications/siteEdit.page.tsx',
  ...['agencyEmpAdd', 'supplierEmpAdd', 'employeeAdd', 'employeePermission'].map(
    name => `src/modules/organisation/${name}.page.tsx`,
  ),
]
/** Not a list: it shares less with other pages than lists do, so only its total is limited. */
const OWN_ACCOUNT = 'src/modules/identity/account/security.page.tsx'
const SITE = 'src/console/site/Site.tsx'
/** Loaded by a page with a map, where the browser has WebGL. */
const MAP = ['src/console/crud/map/TiledPointMap.tsx', 'src/console/kit/map/GlGround.tsx']

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  name?: string
  imports?: string[]
}
const { folder, remove } = await buildWithManyClasses()
afterAll(remove)
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
/** The sources in each file. */
const modules = JSON.parse(readFileSync(join(folder, '.vite/modules.json'), 'utf8')) as Record<string, string[]>

/** The files that the page itself loads. */
const ENTRY = Object.keys(manifest).find(key => manifest[key]!.name === 'entry' && key.endsWith('.js'))!
/** The chunk and its static imports; what it loads later on demand does not count. */
function closure(keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the console has no chunk ${key}`)
    if (found.has(key)) continue
    found.add(key)
    closure(chunk.imports ?? [], found)
  }
  return found
}
const weights = new Map<string, number>()
function weightKb(key: string): number {
  const { file } = manifest[key]!
  const known = weights.get(file) ?? gzipSync(readFileSync(join(folder, file))).length / 1024
  weights.set(file, known)
  return known
}
const sumKb = (keys: Iterable<string>): number => [...keys].reduce((sum, key) => sum + weightKb(key), 0)

/** A generated page may have become a chunk with only a name. */
const GENERATED = GENERATED_PAGES.map(name => {
  const own = Object.keys(manifest).find(key => key.startsWith('src/console/crud/') && key.endsWith(`/${name}.tsx`))
  return own ?? Object.keys(manifest).find(key => key.startsWith(`_${name}-`) && key.endsWith('.js'))!
})
/** Every page without a session: those of the site, and the reset of a password. */
const PUBLIC = Object.keys(manifest).filter(
  key => /^src\/console\/site\/\w+Page\.tsx$/.test(key) || key.endsWith('/login/ResetPassword.tsx'),
)
/**
 * Definitions are loaded with the page that needs them: a page that is named after a lens is measured with the noun of
 * that lens and everything it refers to, any other with the largest of all.
 */
const definitionsOf = (noun: string): string[] =>
  nounFiles[noun]!.map(at => {
    const path = definitionPaths[at]!
    // A definition that others import statically may be a chunk with only a name.
    return Object.keys(manifest).find(key => modules[manifest[key]!.file]?.includes(path))!
  })
const NOUNS = [...new Set(lensIndex.map(lens => lens.of))].map(definitionsOf)
/** So is the class of a page or its rows. */
const CLASSES = Object.keys(manifest).filter(key => /^src\/devices\/\w+\.ts$/.test(key))
const heaviestClass = CLASSES.reduce((one, other) => (weightKb(one) > weightKb(other) ? one : other))
const pages = [...GENERATED, ...Object.keys(manifest).filter(key => key.endsWith('.page.tsx') && !FORMS.includes(key))]
const shell = closure([ENTRY, ...SHELL])

/** The size of a page with the shell, its noun and a class, in KB. */
function wholeKb(key: string): number {
  const lens = lensIndex.find(one => key.endsWith(`/${one.key}.page.tsx`))
  const nouns = lens ? [definitionsOf(lens.of)] : NOUNS
  return Math.max(...nouns.map(noun => sumKb(closure([ENTRY, ...SHELL, key, ...noun, heaviestClass]))))
}

describe('what a person waits for', () => {
  test('with more than twenty classes', () => {
    expect(CLASSES.length).toBeGreaterThanOrEqual(23)
  })
  test('signing in', () => {
    expect(sumKb(closure([ENTRY, SIGN_IN]))).toBeLessThanOrEqual(BUDGET_KB.signIn)
  })
  test('the shell, signed in', () => {
    expect(shell.size).toBeGreaterThan(SHELL.length)
    expect(sumKb(shell)).toBeLessThanOrEqual(BUDGET_KB.shell)
  })

  test.each(PUBLIC)('the public page %s', key => {
    expect(sumKb(closure([ENTRY, SITE, key]))).toBeLessThanOrEqual(BUDGET_KB.publicPage)
  })
  test('none of the public pages is forgotten', () => {
    expect(PUBLIC.length).toBeGreaterThanOrEqual(10)
  })

  test.each(pages)('%s in all', key => {
    expect(wholeKb(key)).toBeLessThanOrEqual(BUDGET_KB.listPage)
  })
  test.each(FORMS)('the form %s in all', key => {
    expect(wholeKb(key)).toBeLessThanOrEqual(BUDGET_KB.formPage)
  })

  test.each(pages.filter(key => key !== OWN_ACCOUNT))('%s alone: what no other page and not the shell brings', key => {
    const others = closure(pages.filter(page => page !== key))
    const own = [...closure([key])].filter(one => !others.has(one) && !shell.has(one))
    expect(sumKb(own)).toBeLessThanOrEqual(BUDGET_KB.ownOfPage)
  })

  test('a map: MapLibre and its styles in chunks that no page needs before it, and the first coasts', () => {
    expect(closure(pages).has(MAP[1]!)).toBe(false)
    const own = [...closure(MAP)].filter(key => !shell.has(key))
    // The finer coasts and the worker's script are fetched later, by those who look closely and by MapLibre.
    const assets = own.flatMap(key => manifest[key]!.assets ?? [])
    const coasts = assets.filter(file => file.includes('land-110m'))
    expect([coasts.length, assets.length]).toEqual([1, 3])
    const files = [...new Set(own.flatMap(key => manifest[key]!.css ?? [])), ...coasts]
    const sizes = files.map(file => gzipSync(readFileSync(join(folder, file))).length / 1024)
    const all = sumKb(own) + sizes.reduce((sum, kb) => sum + kb, 0)
    console.log(`${all.toFixed(1)} KB  a map beyond the shell`)
    expect(all).toBeLessThanOrEqual(BUDGET_KB.map)
  })

  test('without signing in, nothing of the product is loaded', () => {
    const early = [...closure([ENTRY, SIGN_IN, SITE, ...PUBLIC])]
      .flatMap(key => modules[manifest[key]!.file] ?? [])
      .filter(path => /^src\/(modules|devices|main\/consoleRegistry)/.test(path))
    expect(Object.values(modules).flat()).toContain('src/main/consoleRegistry.ts')
    expect(early).toEqual([])
  })

  test('the figures', () => {
    const heaviest = [...pages, ...FORMS].map(key => [wholeKb(key), key] as const).sort(([a], [b]) => b - a)
    const line = (kb: number, what: string): string => `${kb.toFixed(1).padStart(6)} KB  ${what}`
    console.log(
      [
        line(sumKb(closure([ENTRY, SIGN_IN])), 'signing in'),
        line(sumKb(shell), 'the shell after it, in all'),
        ...PUBLIC.map(key => line(sumKb(closure([ENTRY, SITE, key])), key)),
        ...heaviest.map(([kb, key]) => line(kb, key)),
      ].join('\n'),
    )
    expect(heaviest.length).toBeGreaterThan(4)
  })
})
