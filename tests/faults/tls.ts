/** A product with TLS for devices: `count` renewals of its certificate on disk are served without a restart, broken ones never. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { makeCertificate, shownCertificate, textOf } from '../harness/certificate.ts'
import { freePort } from '../harness/freePort.ts'
import { makeDevices, startProduct } from './product.ts'
import { became, pause, type Stage } from './stage.ts'

/** The files are looked at every 5 s, and a broken one is reported at the second look. */
const SEEN_MS = 20_000

export async function tls({ check, onEnd }: Stage, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tls-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const files = { cert: join(folder, 'served.pem'), key: join(folder, 'served.key') }
  const put = (cert: string, key: string): void => {
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key)
  }
  const pem = (name: string): { cert: string; key: string } => textOf(makeCertificate(folder, name))
  const first = pem('renewal-0')
  put(first.cert, first.key)
  const port = await freePort()
  const product = await startProduct({
    ...{ PORTICO_MQTTS_PORT: String(port), PORTICO_MQTTS_CERT: files.cert, PORTICO_MQTTS_KEY: files.key },
  })
  onEnd(() => product.stop())
  const { server } = product.pids()
  const { devices } = await makeDevices(product.api, 1)
  const { sn, secret } = devices[0]!
  const device = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, {
    ...{ clientId: sn, username: sn, password: secret, rejectUnauthorized: false, reconnectPeriod: 0 },
  })
  let ended = false
  device.on('close', () => (ended = true)).on('error', () => {})
  check('a device is connected by TLS', device.connected)

  for (let no = 1; no <= count; no += 1) {
    const [renewed, other] = [pem(`renewal-${no}`), pem(`other-${no}`)]
    put(renewed.cert, other.key)
    await pause(SEEN_MS / 2)
    const kept = await shownCertificate(port)
    check(`a certificate without its key is not served: ${kept}`, kept === `renewal-${no - 1}`)
    put(renewed.cert, renewed.key)
    const seen = await became(async () => (await shownCertificate(port)) === `renewal-${no}`, SEEN_MS)
    check(`renewal ${no} is served to new connections`, seen)
  }
  check('the device stayed connected', !ended)
  check('the server is the same process', server !== undefined && product.pids().server === server)
  await device.endAsync(true)
}
