/** The samples of the reference as they are printed: the one in JavaScript runs against the product, the others are compiled. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Params } from '#model/row.ts'
import { connectDevice, type Credentials } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { samplesPage } from './samplesPage.ts'

const ENGINE = { role: 'engine' } as const
const root = join(import.meta.dirname, '../../..')
// Inside the repository, so that its packages are found.
const folder = join(root, 'tests/.tmp', `samples-${process.pid}`)
let platform: TestPlatform
let door: Credentials
let device: ChildProcess
let printed = ''

/** The code below a heading of the page. */
function codeBelow(heading: string): string {
  const { blocks } = samplesPage({ translate: ([, en]) => en, host: '127.0.0.1', mqttPort: 1883, mqttsPort: null })
  const at = blocks.findIndex(block => block.kind === 'heading' && block.text === heading)
  const code = blocks[at + 1]
  if (code?.kind !== 'code') throw new Error(`no code below ${heading}`)
  return code.code
}
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0

beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  door = await connectDevice(server, appId, models.accessControlDevice!, 'SAMPLE-JS', '东门')
  await writeFile(join(folder, 'device.mjs'), codeBelow('JavaScript (mqtt.js)'))
  device = spawn(process.execPath, [join(folder, 'device.mjs')], {
    env: {
      ...process.env,
      DEVICE_URL: `mqtt://127.0.0.1:${gateway.port}`,
      ...{ PRODUCT_KEY: door.productKey, DEVICE_NAME: door.deviceName, DEVICE_SECRET: door.secret },
    },
  })
  for (const stream of [device.stdout!, device.stderr!]) stream.on('data', chunk => (printed += String(chunk)))
}, 60_000)
afterAll(async () => {
  device?.kill()
  await platform?.close()
  await rm(folder, { recursive: true, force: true })
})

test('mqtt.js: it connects and reports', async () => {
  await until(async () => {
    const [row] = await platform.server.ports.db.query<{ version: string }>(
      ENGINE,
      sql`select vals ->> 'fwVersion' as version from devices.shadow where device_id = ${door.id} and component = ''`,
    )
    return row?.version === 'v1.0.0'
  }, `the version is stored; the sample printed: ${printed}`)
})

test('mqtt.js: it does a command and answers it', async () => {
  const send = async (identifier: string, more: object): Promise<Params> => {
    const body = { deviceId: door.id, identifier, ...more }
    const { id } = await platform.ask('POST', '/api/device/control/send', body)
    return until(async () => {
      const row = await platform.ask('GET', `/api/device/control/${id}`)
      return row.ackedAt !== null && row
    }, `${identifier} is answered`)
  }
  expect(await send('syncTime', {})).toMatchObject({ state: 3, code: 200 })
  expect(await send('openDoor', { component: 'door:1', reason: '访客' })).toMatchObject({ code: 200 })
  await until(() => /^syncTime .*\nopenDoor .*"doorNo":1/.test(printed), `both are printed: ${printed}`)
})

test.skipIf(!has('python3'))('Python: it compiles (left out where there is no python3)', async () => {
  const file = join(folder, 'device.py')
  await writeFile(file, codeBelow('Python (paho-mqtt)'))
  execFileSync('python3', ['-m', 'py_compile', file])
})

test.skipIf(!has('cc'))('C: it compiles without a warning (left out where there is no compiler)', async () => {
  const file = join(folder, 'device.c')
  await writeFile(file, codeBelow('C (Paho Embedded)'))
  const headers = join(root, 'tests/harness/fixtures/paho')
  const flags = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-I', headers]
  const { status, stderr } = spawnSync('cc', [...flags, file], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
