/** The supervisor with real signals and a real database. Most of each test waits for processes, so they run in parallel. */
import { createSocket } from 'node:dgram'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  alive,
  ask,
  fixture,
  folder,
  life,
  nextNumber,
  pidsOf,
  prepare,
  remove,
  supervisorTest as test,
  until,
} from './harness/supervisorTest.ts'
import { freePort } from './harness/freePort.ts'
import { pause } from './harness/pause.ts'

beforeAll(prepare)
afterAll(remove)

test('SIGTERM: a request in progress is answered, the order is preserved, exit 0, nothing is left', async ({
  start,
}) => {
  const one = await start({ first: true })
  await one.prints('is ready')
  await one.prints('first login: admin / fixture')
  await until(() => life(one).includes('demo starts'))
  expect(await ask(one.url)).toBe('1')
  expect(statSync(join(one.dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  const pids = pidsOf(one)
  expect(alive(pids).sort()).toEqual(['demo', 'postmaster', 'server', 'supervisor', 'worker'])
  const slow = ask(`${one.url}/slow`)
  await sleep(200)
  one.process.kill('SIGTERM')
  expect(await slow).toBe('slow')
  expect(await one.exit).toBe(0)
  expect(life(one).slice(-6)).toEqual([
    'demo drains',
    'demo ends',
    'worker drains',
    'worker ends',
    'server drains',
    'server ends',
  ])
  expect(alive(pids)).toEqual([])
  expect(readdirSync(join(one.dataDir, 'run'))).toEqual([])
})

test('Ctrl-C twice, to the whole group: one line, and the drain is not cut', async ({ start }) => {
  const one = await start()
  await one.prints('is ready')
  const pids = pidsOf(one)
  const slow = ask(`${one.url}/slow`)
  await sleep(200)
  process.kill(-one.process.pid!, 'SIGINT')
  await sleep(100)
  process.kill(-one.process.pid!, 'SIGINT')
  process.kill(-one.process.pid!, 'SIGTERM')
  expect(await slow).toBe('slow')
  expect(await one.exit).toBe(0)
  expect(one.output().match(/stopping/g)).toHaveLength(1)
  expect(alive(pids)).toEqual([])
})

test.for(['npm alone', 'the whole group'])(
  'under npm, SIGTERM to %s: the drain is not cut and nothing is left',
  async (whom, { start }) => {
    const cwd = join(folder, `npm-${nextNumber()}`)
    mkdirSync(cwd)
    writeFileSync(
      join(cwd, 'package.json'),
      JSON.stringify({
        name: 'x',
        version: '1.0.0',
        private: true,
        scripts: { start: `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(fixture)}` },
      }),
    )
    const one = await start({ command: ['npm', 'start'], cwd })
    await one.prints('is ready')
    const pids = pidsOf(one)
    const slow = ask(`${one.url}/slow`)
    await sleep(200)
    process.kill(whom === 'npm alone' ? one.process.pid! : -one.process.pid!, 'SIGTERM')
    expect(await slow).toBe('slow')
    await one.exit
    await until(() => alive(pids).length === 0)
    expect(life(one).at(-1)).toBe('server ends')
  },
)

test('npm killed by force: the supervisor notices and stops in order', async ({ start }) => {
  const cwd = join(folder, `npm-${nextNumber()}`)
  mkdirSync(cwd)
  writeFileSync(
    join(cwd, 'package.json'),
    JSON.stringify({
      name: 'x',
      version: '1.0.0',
      private: true,
      scripts: { start: `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(fixture)}` },
    }),
  )
  const one = await start({ command: ['npm', 'start'], cwd })
  await one.prints('is ready')
  const pids = pidsOf(one)
  one.process.kill('SIGKILL')
  await until(() => alive(pids).length === 0)
  expect(life(one).at(-1)).toBe('server ends')
})

test('a port that is taken is one line with the port and its variable', async ({ start }) => {
  const taken = createServer()
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const one = await start({ env: { PORTICO_HTTP_PORT: String(port) } })
  expect(await one.exit).toBe(1)
  expect(one.output().trim()).toMatch(new RegExp(`^portico: port ${port} is taken: .*PORTICO_HTTP_PORT[^\\n]*$`))
  await new Promise(resolve => taken.close(resolve))
})

test('a port for datagrams that is taken is one too', async ({ start }) => {
  const taken = createSocket('udp4')
  await new Promise<void>(resolve => taken.bind(0, '127.0.0.1', resolve))
  const { port } = taken.address()
  const one = await start({ env: { PORTICO_ALARM_PORT: String(port) } })
  expect(await one.exit).toBe(1)
  expect(one.output().trim()).toMatch(new RegExp(`^portico: port ${port} is taken: .*PORTICO_ALARM_PORT[^\\n]*$`))
  await new Promise<void>(resolve => taken.close(resolve))
})

test('a folder whose restore has not come to its end is not started on', async ({ start }) => {
  const dataDir = join(folder, 'half-restored')
  mkdirSync(join(dataDir, 'restoring'), { recursive: true })
  const one = await start({ dataDir })
  expect(await one.exit).toBe(1)
  expect(one.output().trim()).toMatch(/^portico: a restore into .*half-restored is not finished: [^\n]*$/)
  expect(readdirSync(dataDir)).toEqual(['restoring'])
})

test('a second start on the data of a running one is refused, with other ports as well', async ({ start }) => {
  const one = await start()
  await one.prints('is ready')
  const same = await start({ dataDir: one.dataDir, env: { PORTICO_HTTP_PORT: new URL(one.url).port } })
  expect(await same.exit).toBe(1)
  expect(same.output()).toContain(`process ${one.process.pid}`)
  const other = await start({ dataDir: one.dataDir })
  expect(await other.exit).toBe(1)
  expect(other.output().trim()).toMatch(
    /^portico: the data folder .* is in use by another Portico \(process \d+\).*PORTICO_DATA_DIR[^\n]*$/,
  )
  expect(await ask(one.url)).toBe('1')
})

test('a killed child and a killed database come back; the server outlives its database', async ({ start }) => {
  const one = await start()
  await one.prints('is ready')
  const before = pidsOf(one)
  process.kill(before.server!, 'SIGKILL')
  await one.prints('the server ended unexpectedly (signal SIGKILL)')
  await until(async () => (await ask(one.url)) === '1')
  await ask(`${one.url}/crash`)
  await one.prints('the server ended unexpectedly (code 7)')
  await until(async () => (await ask(one.url)) === '1')
  const server = pidsOf(one).server!
  process.kill(before.postmaster!, 'SIGKILL')
  await one.prints('the database is back')
  await until(async () => (await ask(one.url)) === '1')
  expect(pidsOf(one).server).toBe(server)
  one.process.kill('SIGTERM')
  expect(await one.exit).toBe(0)
})

test('after kill -9 of the supervisor its children end by themselves, and the next start recovers at once', async ({
  start,
}) => {
  const one = await start()
  await one.prints('is ready')
  const pids = pidsOf(one)
  const slow = ask(`${one.url}/slow`)
  await sleep(200)
  one.process.kill('SIGKILL')
  // On the same ports, while the orphaned server still drains.
  const next = await start({ dataDir: one.dataDir, env: { PORTICO_HTTP_PORT: new URL(one.url).port } })
  expect(await slow).toBe('slow')
  await next.prints('is ready')
  expect(await ask(next.url)).toBe('1')
  expect(alive(pids)).toEqual([])
})

test('a child that never starts is reported with its reason, and all others are stopped', async ({ start }) => {
  const one = await start({ env: { FIXTURE_FAILS: 'worker' } })
  expect(await one.exit).toBe(1)
  expect(one.output()).toContain('the worker does not start (code 1)')
  expect(one.output()).toContain('this fixture fails')
  expect(life(one).at(-1)).toBe('server ends')
})

test('a drain that hangs is cut after 10 s, and the exit is still 0', async ({ start }) => {
  const one = await start({ env: { FIXTURE_HANGS: 'server', PORTICO_DEMO: 'off' } })
  await one.prints('is ready')
  const pids = pidsOf(one)
  one.process.kill('SIGTERM')
  expect(await one.exit).toBe(0)
  expect(alive(pids)).toEqual([])
})

test('a stop during the start leaves nothing', async ({ start }) => {
  const one = await start({ first: true })
  // It has begun: before that there is nothing to clean up, and no handler for the signal.
  await until(() => existsSync(join(one.dataDir, 'postgres')))
  one.process.kill('SIGINT')
  expect(await one.exit).toBe(0)
  expect(one.output()).not.toContain('is ready')
})

test('errors of the environment are reported line by line, before anything starts', async ({ start }) => {
  const one = await start({ env: { PORTICO_DEMO: 'perhaps', ROLES: 'all,none' } })
  expect(await one.exit).toBe(1)
  expect(one.output().trim().split('\n')).toEqual([
    expect.stringMatching(/^portico: PORTICO_DEMO: /),
    expect.stringMatching(/^portico: ROLES: /),
  ])
  const port = String(await freePort())
  const tls = await start({
    env: { PORTICO_MQTTS_PORT: port, PORTICO_MQTTS_CERT: '/none.pem', PORTICO_MQTTS_KEY: '/none.pem' },
  })
  expect(await tls.exit).toBe(1)
  expect(tls.output().trim()).toMatch(/^portico: PORTICO_MQTTS_CERT: \/none\.pem[^\n]*$/)
})

test('a database that is not there is waited for, said so once, and a start that is called off meanwhile ends cleanly', async ({
  start,
}) => {
  const gone = await start({ env: { DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1,127.0.0.1:2/none' } })
  await gone.prints('waiting for the database')
  await pause(1500, 'several attempts, of which only the first is reported')
  gone.process.kill('SIGTERM')
  expect(await gone.exit).toBe(0)
  expect(gone.output().match(/waiting for the database/g)).toHaveLength(1)
  expect(gone.output()).toMatch(/waiting for the database \(127\.0\.0\.1:1: [^\n]*; 127\.0\.0\.1:2: [^\n]*\)/)
  expect(gone.output()).not.toContain('hunter2')
})

test('a database that starts later is used; one that refuses the login is reported at once', async ({ start }) => {
  const first = await start({ env: { PORTICO_DEMO: 'off' } })
  await first.prints('is ready')
  const [, , , port, host] = readFileSync(join(first.dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')
  const relayPort = await freePort()
  const late = await start({
    env: { DATABASE_URL: `postgresql://portico@127.0.0.1:${relayPort}/portico`, PORTICO_DEMO: 'off' },
  })
  await late.prints('waiting for the database')
  const relay = createServer(socket => {
    const database = connect(`${host}/.s.PGSQL.${port}`)
    socket.pipe(database).pipe(socket)
    for (const end of [socket, database]) end.on('error', () => {})
  }).listen(relayPort, '127.0.0.1')
  try {
    await late.prints('is ready')
    expect(late.output()).toContain('the database is there after')
    const stranger = await start({ env: { DATABASE_URL: `postgresql://portico@127.0.0.1:${relayPort}/none` } })
    expect(await stranger.exit).toBe(1)
    expect(stranger.output().trim()).toMatch(/^portico: DATABASE_URL: the database cannot be used [^\n]*$/)
    late.process.kill('SIGTERM')
    expect(await late.exit).toBe(0)
  } finally {
    relay.close()
  }
})
