/** The guide to a new device class, followed step by step in a copy of the sources: one file, and its behaviour in the simulator. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const copy = join(root, 'tests/.tmp', `guide-${process.pid}`)
const guide = readFileSync(join(root, 'docs/guides/add-a-device-class.md'), 'utf8')
const block = (path: string): string => guide.split(`\`\`\`ts ${path}\n`)[1]!.split('\n```')[0]!
const CLASS = 'src/devices/swingGate.ts'
const SIMULATE = 'src/simulators/simulate.ts'

beforeAll(() => {
  mkdirSync(copy, { recursive: true })
  for (const part of ['src', 'scripts', 'package.json']) cpSync(join(root, part), join(copy, part), { recursive: true })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Runs a program in the copy and returns its output as JSON; throws its stderr. */
async function run<T>(program: string): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: copy })
  return JSON.parse(stdout || 'null') as T
}
const SIMULATED = `
  const { simulate } = await import('./src/simulators/simulate.ts')
  const { device } = simulate('swingGate', { host: '127.0.0.1', port: 1, credentials: { productKey: 'p', deviceName: 'd', secret: 's' } })
  console.log(JSON.stringify(device.values()))
  process.exit(0)`

test('1. one file: its choices, pages, menu and reference follow', async () => {
  writeFileSync(join(copy, CLASS), `${block(CLASS)}\n`)
  await promisify(execFile)(process.execPath, ['scripts/gen.ts'], { cwd: copy })
  const seen = await run<Record<string, unknown>>(`
    const { classes, nouns } = await import('#main/registry.ts')
    const { defaultMenu } = await import('#main/defaultMenu.ts')
    const { classExchanges } = await import('#main/reference/classExchanges.ts')
    const gate = classes.get('swingGate')
    const field = (noun, name) => nouns.get(noun).fields[name].values.swingGate
    console.log(JSON.stringify({
      choices: [field('deviceModel', 'typeCode'), field('application', 'deviceClasses'), field('scenarioCategory', 'deviceClasses'), field('supplier', 'classes')],
      pages: defaultMenu().filter(row => row.path?.startsWith('/swingGate/')).map(row => row.path),
      forced: defaultMenu().some(row => row.key.startsWith('class.swingGate') && row.permission === 'command:force'),
      opens: gate.opens,
      looks: Object.keys(gate.looks),
      exchanges: classExchanges(gate).map(one => one.key),
    }))`)
  const choice = ['swingGate', '平开门', 'Swing gates']
  expect(seen).toEqual({
    choices: [choice, choice, choice, choice],
    pages: ['equiSum', 'equi', 'event', 'union', 'callback'].map(kind => `/swingGate/${kind}`),
    forced: true,
    opens: 'open',
    looks: [''],
    exchanges: expect.arrayContaining(['swingGate.close', 'swingGate.open', 'swingGate.stop', 'swingGate.set']),
  })
})

test('2. without its behaviour the missing piece is named; with it a simulated device runs', async () => {
  await expect(run(SIMULATED)).rejects.toThrow(
    "swingGate: 'lamp' has no behaviour; add it to src/simulators/simulate.ts",
  )
  const path = join(copy, SIMULATE)
  const before = readFileSync(path, 'utf8')
  const mark = 'const BEHAVIOURS: Record<string, Behaves> = {\n'
  expect(before).toContain(mark)
  writeFileSync(path, before.replace(mark, `${mark}${block(SIMULATE)}\n`))
  expect(await run(SIMULATED)).toMatchObject({ motion: 2, closedBy: 100, infrared: false, mode: 0, lamp: false })
})

test('a class that lacks a piece does not start, and names it', async () => {
  const path = join(copy, CLASS)
  writeFileSync(path, readFileSync(path, 'utf8').replace("protocols: ['alink']", "protocols: ['modbus']"))
  await expect(run("await import('#main/registry.ts')")).rejects.toThrow(
    "swingGate cannot be used: protocols: 'modbus' has no src/protocols/modbus/protocol.ts",
  )
})
