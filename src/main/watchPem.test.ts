/** Renewals of a certificate under a running listener: new connections get it, and whatever is broken changes nothing but the log. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Front } from '#model/protocol.ts'
import { startMqtt } from '#protocols/mqtt/adapter.ts'
import { makeCertificate, shownCertificate, textOf } from '../../tests/harness/certificate.ts'
import { MemoryGate } from '../../tests/harness/memoryGate.ts'
import { until } from '../../tests/harness/until.ts'
import { watchPem } from './watchPem.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-renewal-'))
const files = { cert: join(folder, 'served.pem'), key: join(folder, 'served.key'), ca: null }
const ending = new AbortController()
const lines: string[] = []
const note = (fields: object, message: string): void => void lines.push(`${message} ${JSON.stringify(fields)}`)
let front: Front

const put = (cert: string, key: string): void => {
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
}
const shown = (): Promise<string> => shownCertificate(front.port)
const pem = (name: string, ended = false): { cert: string; key: string } => textOf(makeCertificate(folder, name, ended))

beforeAll(async () => {
  const first = pem('first')
  put(first.cert, first.key)
  const watching = { log: { info: note, warn: note }, signal: ending.signal, lookMs: 20 }
  front = await startMqtt({ host: '127.0.0.1', port: 0, gate: new MemoryGate(), tls: await watchPem(files, watching) })
})
afterAll(async () => {
  ending.abort()
  await front.close(200)
  rmSync(folder, { recursive: true })
})

test('a renewed certificate is served to new connections', async () => {
  expect(await shown()).toBe('first')
  const second = pem('second')
  put(second.cert, second.key)
  await until(async () => (await shown()) === 'second', 'the second is served')
})

test('what is broken is logged once, and the certificate before stays until a good one comes', async () => {
  const [third, other, ended] = [pem('third'), pem('other'), pem('ended', true)]
  for (const [cert, key, why] of [
    [third.cert, other.key, 'the key is not that of the certificate'],
    ['', '', 'error'],
    [third.cert.slice(0, 200), third.key, 'error'],
    [ended.cert, ended.key, 'it was valid until'],
  ] as const) {
    lines.length = 0
    put(cert, key)
    await until(() => lines.some(line => line.includes('broken') && line.includes(why)), why)
    expect(await shown()).toBe('second')
    expect(lines).toHaveLength(1)
  }
  rmSync(files.cert)
  await until(() => lines.some(line => line.includes('ENOENT')), 'the file is missed')
  expect(await shown()).toBe('second')
  put(third.cert, third.key)
  await until(async () => (await shown()) === 'third', 'the third is served')
})
