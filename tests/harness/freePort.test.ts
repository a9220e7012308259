/** Ports of tests are those of a range that their process holds: processes beside each other are given different ones. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { listeners } from '#main/listeners.ts'
import { freePort } from './freePort.ts'
import { frontPorts, portVariables } from './frontPorts.ts'

const inOther = async (): Promise<number[]> => {
  const program = `
    const { freePort } = await import(${JSON.stringify(join(import.meta.dirname, 'freePort.ts'))})
    console.log(JSON.stringify(await Promise.all([freePort(), freePort(), freePort()])))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(stdout) as number[]
}

test('no two calls, and no two processes, are given the same port', async () => {
  const own = await Promise.all(Array.from({ length: 150 }, freePort))
  const others = (await Promise.all(Array.from({ length: 4 }, inOther))).flat()
  expect(new Set([...own, ...others]).size).toBe(own.length + others.length)
  expect(Math.max(...own, ...others)).toBeLessThan(32_768)
})

test('a port of the range that a program has is left out', async () => {
  const port = await freePort()
  // The last of a range is followed by none of ours.
  const next = (port % 100 === 99 ? await freePort() : port) + 1
  const taken = createServer()
  await new Promise<void>(resolve => taken.listen(next, '127.0.0.1', resolve))
  expect(await freePort()).not.toBe(next)
  await new Promise(resolve => taken.close(resolve))
})

test('each listener of the product has one', async () => {
  const variables = portVariables(await frontPorts())
  expect(Object.keys(variables)).toHaveLength(listeners.size)
  expect(Object.values(variables).every(port => Number(port) > 0)).toBe(true)
})
