/** The simulator as a separate process, known only by its messages. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Credentials } from '../harness/device.ts'

export interface SimulatedDevice {
  deviceClass: string
  credentials: Credentials
  /** The name of the gateway before it that carries it. */
  behind?: string
}
export interface Simulator {
  order(line: string): void
  /** What it printed so far. */
  printed(): string
  end(): Promise<void>
}

/** `more` are further arguments of its command line. */
export async function startSimulator(
  port: number,
  devices: readonly SimulatedDevice[],
  more: readonly string[] = [],
): Promise<Simulator> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-'))
  const file = join(folder, 'devices.json')
  await writeFile(
    file,
    JSON.stringify(
      devices.map(({ deviceClass, behind, credentials: { productKey, deviceName, secret } }) => ({
        deviceClass,
        behind,
        productKey,
        deviceName,
        secret,
        doorCount: 4,
      })),
    ),
  )
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../scripts/simulate.ts'), '--port', String(port), '--credentials', file, ...more],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return {
    printed: () => printed,
    order: line => void child.stdin.write(`${line}\n`),
    async end() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      if (child.exitCode === null && child.kill()) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
