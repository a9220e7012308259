/** Checks the shape of the code itself; each message says what to do instead. Runs in every test run. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { MODULES } from './gen.ts'

const root = join(import.meta.dirname, '..')
const MAX_LINES = 300
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
  main: ['base', 'model', 'protocols', 'devices', 'server', 'console', 'modules', 'brands'],
}
/** The console's router is the one place of the browser that meets the registries: it loads them after login. */
const MEETS_REGISTRIES = /^console\/(app|crud|data)\//
const BANNED: readonly [RegExp, string, RegExp?][] = [
  [/(\bas|:|<) any\b(?! [a-z])/, 'give it a type'],
  [/@ts-ignore|@ts-nocheck/, 'mend the type instead'],
  [/console\.log\(/, 'use the log, or nothing', /^(main\/supervisor|main\/configReference)|connectSnippets/],
  [
    /parseFloat\(|\.toFixed\(/,
    'money is bigint fen; other figures are rounded where they are shown',
    /^(console|main\/supervisor)\/|\/page\/|\.page\.tsx$/,
  ],
  [
    /Math\.random\(\)/,
    'chance comes from node:crypto or is passed in',
    /^(console\/|modules\/applications\/deliver|main\/demo)/,
  ],
  [/\/(utils|helpers|common|manager)\.tsx?['"]/, 'name the file after what it does', /^devices\//],
]
/** Longer than the limit when the limit came; they may only shrink. */
const LONG: Record<string, number> = {}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => /\.tsx?$/.test(file) && !file.startsWith('main/generated/'))
const problems: string[] = []
const graph = new Map<string, string[]>()
const say = (file: string, what: string): void => void problems.push(`src/${file}: ${what}`)

for (const file of files) {
  const source = readFileSync(join(root, 'src', file), 'utf8')
  const lines = source.split('\n').length - 1
  const test = /\.test\.tsx?$/.test(file)
  if (lines > (LONG[file] ?? MAX_LINES))
    say(file, `${lines} lines; one idea a file, at most ${LONG[file] ?? MAX_LINES}: split it`)
  if (!test && !/^\s*\/\*\*/.test(source)) say(file, 'begin with one sentence that says what it is, in a /** comment')
  if (!test)
    for (const [pattern, instead, except] of BANNED)
      if (pattern.test(source) && !except?.test(file)) say(file, `${pattern.source} is refused: ${instead}`)
  const edges: string[] = []
  for (const [, typeOnly, spec] of source.matchAll(/^(?:import|export) (type )?[^'"]*?from '([^']+)'/gms)) {
    if (!spec!.startsWith('#') && !spec!.startsWith('.')) continue
    const target = spec!.startsWith('#') ? spec!.slice(1) : normalize(join(dirname(file), spec!)).replaceAll('\\', '/')
    if (!typeOnly) edges.push(target)
    if (!test) judgeImport(file, target, Boolean(typeOnly))
  }
  graph.set(file, edges)
}

function judgeImport(file: string, target: string, typeOnly: boolean): void {
  const [from, to] = [file.split('/')[0]!, target.split('/')[0]!]
  if (target.startsWith('..')) return
  if (
    from !== to &&
    LAYERS[from] &&
    !LAYERS[from].includes(to) &&
    !(from === 'console' && MEETS_REGISTRIES.test(file)) &&
    !(from === 'protocols' && to === 'protocols')
  )
    say(file, `${from} may not import ${to} (${target}); have it handed in by main`)
  if (from !== 'modules' || to !== 'modules') return
  const [mine, theirs] = [file.split('/')[1]!, target.split('/')[1]!]
  if (mine === theirs) return
  if (MODULES.indexOf(theirs) > MODULES.indexOf(mine))
    say(file, `${mine} may not import the later module ${theirs}; raise an event that it handles`)
  const open = /\/api\.ts$|\.noun\.ts$|\.rules\.ts$|\.page\.tsx$|\/page\//.test(target)
  if (!open && !typeOnly) say(file, `import ${theirs} through its api.ts, nouns or rules, not ${target}`)
  if (/\.noun\.ts$/.test(file) && /\.server\.ts$/.test(target))
    say(file, 'a noun is data; it may not import server code')
}

const finished = new Set<string>()
function walk(file: string, trail: readonly string[]): void {
  if (trail.includes(file)) {
    say(
      file,
      `import cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}; move what both need to a file of its own`,
    )
    return
  }
  if (finished.has(file)) return
  for (const target of graph.get(file) ?? []) if (graph.has(target)) walk(target, [...trail, file])
  finished.add(file)
}
for (const file of files) walk(file, [])

for (const problem of problems) console.error(problem)
console.log(`tidy: ${files.length} files, ${problems.length} problems`)
process.exit(problems.length ? 1 : 0)
