/**
 * `node tests/upgrade/make.ts`: makes an installation of this version a fixture for later versions: the product is
 * started, used a little, and backed up with its rows, key and files. Run it at each release and commit the result
 * (docs/guides/release.md).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acknowledged, startPublishers } from '../faults/books.ts'
import { makeDevices, startProduct } from '../faults/product.ts'
import { became, type Stage } from '../faults/stage.ts'

const root = join(import.meta.dirname, '../..')
const MAX_BYTES = 1_500_000

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const done = spawnSync(program, args, { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr}`)
}

const folder = mkdtempSync(join(tmpdir(), 'portico-fixture-'))
const product = await startProduct()
try {
  const { api } = product
  const { appId, devices } = await makeDevices(api, 8)
  const [model] = await product.sql<{ product_key: string }>('select product_key from catalog.device_model limit 1')
  const stage: Stage = { product, appId, devices, productKey: model!.product_key, print() {}, check() {}, onEnd() {} }
  const plan = await api.post<{ id: string }>(`/api/person/timePlan?appId=${appId}`, {
    name: '工作日',
    week: [1, 2, 3, 4, 5].map(weekday => ({ weekday, from: '08:00', to: '20:00' })),
  })
  const doors = await product.sql<{ id: string }>("select id from devices.component where kind = 'door'")
  const group = await api.post<{ id: string }>(`/api/person/authGroup?appId=${appId}`, {
    name: '住户',
    timePlanId: plan.id,
    doorIds: doors.map(door => door.id),
  })
  const people: string[] = []
  for (let no = 0; no < 20; no += 1)
    people.push(
      (
        await api.post<{ id: string }>(`/api/person/person?appId=${appId}`, {
          name: `住户 ${no}`,
          personType: 2,
          phone: `138000000${String(no).padStart(2, '0')}`,
        })
      ).id,
    )
  await api.post(`/api/person/authGroup/${group.id}/addPeople?appId=${appId}`, { personIds: people })
  const publishers = startPublishers(stage, devices.length, 20)
  await became(() => acknowledged(publishers) > 200, 60_000)
  for (const publisher of publishers) await publisher.stop()
  // The audit is sealed within seconds, and the outbox is empty.
  await became(async () => {
    const [row] = await product.sql<{ open: number }>(
      'select (select count(*) from audit.entry where seq is null)::int + (select count(*) from engine.outbox)::int as open',
    )
    return row!.open === 0
  }, 30_000)
  run(process.execPath, [join(root, 'scripts/backup.ts'), '--logical', '--with-key', '--to', folder], {
    PORTICO_DATA_DIR: product.dataDir,
  })
  const name = readdirSync(folder).find(one => one.startsWith('portico-'))!
  const { migrations, version } = JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as {
    migrations: { name: string }[]
    version: string
  }
  const fixtures = join(import.meta.dirname, 'fixtures')
  mkdirSync(fixtures, { recursive: true })
  const file = join(fixtures, `${version}-${migrations.at(-1)!.name.slice(0, 4)}.tar.gz`)
  run('tar', ['-czf', file, '-C', join(folder, name), '.'], { GZIP: '-9' })
  const { size } = statSync(file)
  console.log(`${file}: ${Math.round(size / 1000)} kB`)
  if (size > MAX_BYTES) throw new Error(`a fixture may have ${MAX_BYTES} bytes`)
} finally {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}
