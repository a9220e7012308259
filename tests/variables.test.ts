/** The real product, started once with every variable of the reference at a value that is not its default. */
import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { listeners } from '#main/listeners.ts'
import { frontVariables, VARIABLES } from '#main/variables.ts'
import { makeCertificate, shownCertificate } from './harness/certificate.ts'
import { freshDatabase } from './harness/database.ts'
import { freePort } from './harness/freePort.ts'
import { folder, nextNumber, remove, supervisorTest as test, until } from './harness/supervisorTest.ts'

afterAll(remove)

const START = join(import.meta.dirname, '../scripts/start.ts')
/** Another name of this machine than the default, which every system has. */
const HOST = 'localhost'

/** They all fit together, so one start has them all. Variables of listeners follow from the protocols. */
async function valuesOf(dataDir: string, databaseUrl: string): Promise<Record<string, string>> {
  const port = async (): Promise<string> => String(await freePort())
  // Nothing listens there: what is outside may be away while the product starts.
  const away = `127.0.0.1:${await port()}`
  const fronts: Record<string, string> = {}
  for (const listener of listeners.values()) {
    const names = frontVariables(listener)
    Object.assign(fronts, { [names.port]: await port(), [names.host]: HOST })
    const { tls } = listener.listens
    if (!tls) continue
    const [own, ca] = [makeCertificate(folder, tls), makeCertificate(folder, `${tls} devices`)]
    Object.assign(fronts, { [`PORTICO_${tls}_PORT`]: await port(), [`PORTICO_${tls}_CERT`]: own.cert })
    Object.assign(fronts, { [`PORTICO_${tls}_KEY`]: own.key, [`PORTICO_${tls}_CA`]: ca.cert })
  }
  return {
    ...fronts,
    PORTICO_DATA_DIR: dataDir,
    PORTICO_HOST: HOST,
    PORTICO_HTTP_PORT: await port(),
    PORTICO_PUBLIC_URL: 'https://portico.test',
    PORTICO_TRUST_PROXY: '127.0.0.1/32',
    PORTICO_CALLBACK_ALLOW: '127.0.0.1/32:8000-8999',
    PORTICO_DEMO: 'off',
    PORTICO_ADMIN_PASSWORD: 'correct horse battery',
    PORTICO_SECRET: 'rZ3v8qLw0TnY5bXc7Jd2Kf6Hs9Gp1Ma4',
    DATABASE_URL: databaseUrl,
    NATS_URL: `nats://${away}`,
    S3_URL: `http://key:secret@${away}/portico?region=cn-north-1`,
    PORTICO_MAP_TILES: `http://${away}/{z}/{x}/{y}.png;© Test;gcj02`,
    PORTICO_CAPTURE_DAYS: '14',
    PORTICO_FILE_QUOTA_MB: '10',
    PORTICO_SMS: 'tencent',
    PORTICO_SMS_KEY: 'id:secret',
    PORTICO_SMS_SIGN: '测试',
    PORTICO_SMS_TEMPLATE: '1',
    PORTICO_SMS_NOTICE_TEMPLATE: '2',
    PORTICO_SMS_APP: '1400000000',
    PORTICO_SMS_URL: `http://${away}`,
    PORTICO_SOCIAL: 'GITEE=id:secret',
    ROLES: 'web,gateway,worker',
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, HOST, () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })

test('the product starts with every variable of the reference', async ({ start }) => {
  mkdirSync(folder, { recursive: true })
  const dataDir = join(folder, String(nextNumber()))
  const database = await freshDatabase()
  try {
    const values = await valuesOf(dataDir, database.url)
    // A new variable needs a value above.
    expect(Object.keys(values).sort()).toEqual(VARIABLES.map(({ name }) => name).sort())
    const asUsual = VARIABLES.filter(({ name, byDefault }) => byDefault.includes(values[name]!))
    expect(asUsual.map(({ name }) => name)).toEqual([])
    const product = await start({ ...{ dataDir, first: true, env: values }, command: [process.execPath, START] })
    await product.prints('is ready')
    expect(product.output()).toContain('https://portico.test')
    await until(
      async () => (await fetch(`http://${HOST}:${values.PORTICO_HTTP_PORT}/api/admin/user/info`)).status === 401,
    )
    for (const [name, value] of Object.entries(values))
      if (name.endsWith('_PORT')) expect({ [name]: await accepts(Number(value)) }).toEqual({ [name]: true })
    for (const { tls } of [...listeners.values()].map(one => one.listens))
      if (tls) expect(await shownCertificate(Number(values[`PORTICO_${tls}_PORT`]), HOST)).toBe(tls)
    product.process.kill('SIGTERM')
    expect(await product.exit).toBe(0)
  } finally {
    await database.drop()
  }
})
