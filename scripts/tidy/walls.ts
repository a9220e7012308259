/** Rules on imports: layers, modules, what pages and pure definitions may import, cycles, unused exports. */
import { MODULES } from '../gen.ts'
import { isTest, type FileRule, type ProjectRule } from './Rule.ts'
import { exportsOf, importsOf } from './syntax.ts'

/** What a layer may import besides itself. */
const LAYERS: Record<string, readonly string[]> = {
  base: [],
  model: ['base'],
  protocols: ['base', 'model'],
  devices: ['base', 'model', 'protocols'],
  server: ['base', 'model'],
  console: ['base', 'model'],
  modules: ['base', 'model', 'server', 'console', 'devices'],
  brands: ['base', 'model'],
  // Simulated devices follow their documents and know nothing of how the platform reads them.
  simulators: ['base', 'model', 'devices'],
  main: ['base', 'model', 'protocols', 'devices', 'server', 'console', 'modules', 'brands', 'simulators'],
}
/** The console's router is the only code in the browser that imports the registries, which it loads after login. */
const MEETS_REGISTRIES = /^src\/console\/(app|crud|data)\//

const inSources = (path: string): boolean => path.startsWith('src/') && !isTest(path)
const part = (path: string, nth: number): string => path.split('/')[nth] ?? ''

export const layers: FileRule = (path, text) => {
  if (!inSources(path)) return []
  const from = part(path, 1)
  return importsOf(path, text).flatMap(({ target }) => {
    const to = part(target, 1)
    if (!target.startsWith('src/') || from === to || !LAYERS[from] || LAYERS[from].includes(to)) return []
    if (from === 'console' && MEETS_REGISTRIES.test(path)) return []
    return [`${from} may not import ${to} (${target}); have it handed in by main`]
  })
}

const OPEN = /\/api\.ts$|\.noun\.ts$|\.rules\.ts$|\.linkage\.ts$|\.page\.tsx$|\/page\//
export const modules: FileRule = (path, text) => {
  if (!inSources(path) || part(path, 1) !== 'modules') return []
  const own = part(path, 2)
  return importsOf(path, text).flatMap(({ target, typeOnly }) => {
    const other = part(target, 2)
    if (!target.startsWith('src/modules/') || other === own) return []
    if (MODULES.indexOf(other) > MODULES.indexOf(own))
      return [`${own} may not import the later module ${other}; raise an event that it handles`]
    return OPEN.test(target) || typeOnly ? [] : [`import ${other} through its api.ts, nouns or rules, not ${target}`]
  })
}

/** Code that runs in the browser. */
const IN_BROWSER = /\.tsx$|\/page\//
const ON_SERVER = /\.server\.ts$|^src\/(server|main\/(server|worker))(\/|\.ts$)|\/api\.ts$/
export const pageImports: FileRule = (path, text) =>
  !inSources(path) || !IN_BROWSER.test(path)
    ? []
    : importsOf(path, text).flatMap(({ target, typeOnly }) =>
        ON_SERVER.test(target) && !typeOnly ? [`runs in the browser and may not import ${target}; ask the API`] : [],
      )

/** The zone that the browser shows is a default of screens; a server serves many zones at once, and each call names its own. */
const SHOWN_TIME = 'src/base/time.ts'
const SHOWS_TIME = /^src\/(console|base)\/|^src\/main\/console|\.tsx$|\/page\//
export const shownZone: FileRule = (path, text) =>
  !inSources(path) || SHOWS_TIME.test(path)
    ? []
    : importsOf(path, text).flatMap(({ target }) =>
        target === SHOWN_TIME ? ['has no zone of its own: import #base/zonedTime.ts, and pass the zone'] : [],
      )

/** Definitions and rules run on both sides and must be pure. */
const PURE = /\.(noun|lens|rules|linkage|announced|fields|choices)\.ts$/
const UNSTEADY = /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bprocess\.|\bcrypto\./
export const pure: FileRule = (path, text) => {
  if (!inSources(path) || !PURE.test(path)) return []
  const problems = importsOf(path, text).flatMap(({ target, typeOnly }) =>
    ON_SERVER.test(target) && !typeOnly ? [`is read on both sides and may not import ${target}`] : [],
  )
  const code = text.replace(/\/\*.*?\*\/|\/\/.*/gs, '')
  const [, ofNode] = /from '(node:\w+)'/.exec(code) ?? []
  if (ofNode) problems.push(`is read on both sides and may not import ${ofNode}`)
  const [found] = UNSTEADY.exec(code) ?? []
  if (found) problems.push(`may not use ${found.replace(/\W+$/, '')}: have the time or chance passed in`)
  return problems
}

export const cycles: ProjectRule = files => {
  const problems: { path: string; message: string }[] = []
  const finished = new Set<string>()
  const targets = (path: string): string[] =>
    importsOf(path, files.get(path)!)
      .filter(({ target, typeOnly }) => !typeOnly && files.has(target))
      .map(({ target }) => target)
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      const ring = [...trail.slice(trail.indexOf(path)), path].join(' → ')
      problems.push({ path, message: `import cycle: ${ring}; move what both need to a file of its own` })
      return
    }
    if (finished.has(path)) return
    for (const target of targets(path)) walk(target, [...trail, path])
    finished.add(path)
  }
  for (const path of files.keys()) if (inSources(path)) walk(path, [])
  return problems
}

/** Files that registries and commands load by name. */
const TAKEN_BY_NAME =
  /\.(noun|lens|server|page|tray|linkage|announced|ruleForm|choices|config|d)\.tsx?$|^src\/(brands|devices|console\/dev|simulators\/wires)\/[^/]+$|^src\/main\/(console|demo|server|worker)\.tsx?$|\/(protocol|guide)\.ts$/
export const unusedExports: ProjectRule = files => {
  const used = new Map<string, Set<string>>()
  const inProduct = new Set<string>()
  for (const [path, text] of files)
    for (const { target, names } of importsOf(path, text)) {
      const all = used.get(target) ?? new Set()
      for (const name of names) all.add(name)
      if (!isTest(path)) inProduct.add(target)
      used.set(target, all)
    }
  return [...files].flatMap(([path, text]) => {
    if (!inSources(path) || TAKEN_BY_NAME.test(path)) return []
    const all = used.get(path)
    if (!all) return [{ path, message: 'no file imports it: delete it' }]
    if (!inProduct.has(path)) return [{ path, message: 'only tests import it: delete it with them' }]
    if (all.has('*')) return []
    return exportsOf(path, text, { types: false })
      .filter(name => !all.has(name))
      .map(name => ({ path, message: `no file imports ${name}: do not export it, or delete it` }))
  })
}
