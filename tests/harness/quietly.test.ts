/** Timed tests exclude each other, also those of other processes, and a lock that is left over delays nobody. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { markOf } from '#server/sql/cluster/processes.ts'
import { quietly } from './quietly.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-quietly-'))
afterAll(() => rmSync(folder, { recursive: true }))
const lock = (name: string): string => join(folder, name)
const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

test('two at once run one after the other, and each measures only its own time', async () => {
  const seen: string[] = []
  const one = (name: string) =>
    quietly(async () => {
      seen.push(`${name} begins`)
      await pause(300)
      seen.push(`${name} ends`)
    }, lock('two'))
  const began = performance.now()
  const [, second] = await Promise.all([one('a'), one('b')])
  const wholeMs = performance.now() - began
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  // The 300 ms for which it waited for the first one are not counted.
  expect(wholeMs - second).toBeGreaterThan(290)
  expect(existsSync(lock('two'))).toBe(false)
})

test('one of another process is waited for; when that process is killed, its lock is discarded', async () => {
  const script = `import { quietly } from ${JSON.stringify(join(import.meta.dirname, 'quietly.ts'))}
    await quietly(() => new Promise(() => setTimeout(() => console.log('holds'), 0) && setInterval(() => {}, 1000)), ${JSON.stringify(lock('other'))})`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  let began = false
  const waiting = quietly(async () => void (began = true), lock('other'))
  await pause(150)
  expect(began).toBe(false)
  other.kill('SIGKILL')
  await waiting
  expect(began).toBe(true)
})

test('an error is thrown on and releases the lock', async () => {
  await expect(quietly(() => Promise.reject(new Error('away')), lock('error'))).rejects.toThrow('away')
  expect(existsSync(lock('error'))).toBe(false)
})

test('a lock that is older than any timed test is discarded, though its process is alive', async () => {
  writeFileSync(lock('old'), `${process.pid} ${markOf(process.pid)!.startTicks} 0`)
  const before = new Date(Date.now() - 61_000)
  utimesSync(lock('old'), before, before)
  await quietly(async () => {}, lock('old'))
  expect(existsSync(lock('old'))).toBe(false)
})
