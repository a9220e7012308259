/** The product as users run it (`scripts/start.ts`), started in a separate folder, with the access that faults need. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { listenerOf } from '#main/listeners.ts'
import { protocols } from '#main/protocols.ts'
import { PublicApi } from '#simulators/PublicApi.ts'
import { classes } from '#simulators/simulate.ts'
import { freePort } from '../harness/freePort.ts'
import { frontPorts, portVariables } from '../harness/frontPorts.ts'

const root = join(import.meta.dirname, '../..')
export const PASSWORD = 'correct horse battery'

export interface Product {
  api: PublicApi
  /** Of every protocol, by its key. */
  ports: Readonly<Record<string, number>>
  mqttPort: number
  deviceHttpPort: number
  alarmPort: number
  httpPort: number
  dataDir: string
  /** Connection to the product's own database, for data that no route returns. */
  connection(): pg.ClientConfig
  /** Pids by role, from the process list: only children of our own supervisor. */
  pids(): { server: number | undefined; worker: number | undefined; postmaster: number | undefined }
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  stop(): Promise<void>
  /** Kills all of it at once, so that reservations are not returned. The data folder is kept. */
  kill(): Promise<void>
}

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
const parentOf = (pid: string): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  } catch {
    return 0
  }
}

/** Asks it to stop, like Ctrl-C; it stops what it started itself. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Starts it on free loopback ports; resolves when it answers. `env` is passed to all of its processes. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = env.PORTICO_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portico-fault-'))
  const httpPort = await freePort()
  const opened = await frontPorts()
  const ports = Object.fromEntries([...protocols.keys()].map(key => [key, opened[listenerOf(key)!.key]!]))
  const child: ChildProcess = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORTICO_DATA_DIR: dataDir,
      PORTICO_HTTP_PORT: String(httpPort),
      ...portVariables(opened),
      PORTICO_ADMIN_PASSWORD: PASSWORD,
      PORTICO_DEMO: 'off',
      // Receivers of callbacks run on this machine.
      PORTICO_CALLBACK_ALLOW: '127.0.0.1/32',
      PORTICO_CONSOLE: 'skip',
      ...env,
    },
  })
  const api = new PublicApi(`http://127.0.0.1:${httpPort}`)
  for (let tries = 0; !(await api.answers()); tries += 1) {
    if (tries > 300 || child.exitCode !== null) {
      await end(child)
      throw new Error(`the product does not start; its logs are in ${dataDir}`)
    }
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  await api.login('admin', PASSWORD)
  const postmaster = (): number | undefined => {
    try {
      return Number(readFileSync(join(dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      return undefined
    }
  }
  /** Connection to the product's own database, for data that no route returns. */
  const connection = (): pg.ClientConfig => {
    const lines = readFileSync(join(dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')
    return { host: lines[4]!, port: Number(lines[3]), user: 'portico', database: 'portico' }
  }
  const pids = (): ReturnType<Product['pids']> => {
    const own = readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && parentOf(pid) === child.pid)
    const find = (name: string): number | undefined => {
      const pid = own.find(one => commandOf(one).includes(name))
      return pid ? Number(pid) : undefined
    }
    return { server: find('src/main/server.ts'), worker: find('src/main/worker.ts'), postmaster: postmaster() }
  }
  return {
    api,
    connection,
    ports,
    mqttPort: ports.alink!,
    deviceHttpPort: ports.qrHttp!,
    alarmPort: ports.dc09!,
    httpPort,
    dataDir,
    pids,
    async sql<Row>(text: string, values: unknown[] = []) {
      const client = new pg.Client(connection())
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(text, values)).rows as Row[]
      } finally {
        await client.end()
      }
    },
    async kill() {
      const { server, worker, postmaster: database } = pids()
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGKILL')
      for (const pid of [server, worker, database])
        try {
          if (pid) process.kill(pid, 'SIGKILL')
        } catch {
          // The process has already ended.
        }
      await ended
    },
    async stop() {
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates an application with one controller per device; returns their credentials. */
export async function makeDevices(
  api: PublicApi,
  count: number,
): Promise<{ appId: string; devices: { id: string; sn: string; secret: string }[] }> {
  const app = await api.post<{ id: string }>('/api/admin/application', {
    name: '故障演练',
    industry: 1,
    deviceClasses: [...classes.keys()],
    deviceQuota: 10_000,
  })
  const vendor = await api.post<{ id: string }>('/api/device/vendor', { name: '演练厂商', code: 'fault', status: 1 })
  const model = await api.post<{ id: string }>('/api/device/model', {
    name: '演练门禁',
    modelNo: 'FAULT-1',
    vendorId: vendor.id,
    typeCode: 'accessControlDevice',
    protocol: 'alink',
    netType: 3,
    spec: { doorCount: 1, readerCount: 1, capacity: 5000 },
  })
  await api.post(`/api/device/model/${model.id}/publish`)
  const devices: { id: string; sn: string; secret: string }[] = []
  // A few at a time: thousands in sequence would take longer than the fault itself.
  await Promise.all(
    Array.from({ length: 6 }, async (_, first) => {
      for (let no = first; no < count; no += 6)
        devices[no] = await api.post<{ id: string; sn: string; secret: string }>(
          `/api/device/bind/connect?appId=${app.id}`,
          { sn: `FLT-${String(no).padStart(5, '0')}`, name: `演练 ${no}`, modelId: model.id },
        )
    }),
  )
  return { appId: app.id, devices }
}
