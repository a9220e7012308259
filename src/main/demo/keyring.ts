/** The credentials of the demo's devices, which the platform shows only once: stored sealed in the data folder. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Vault } from '#server/ports.ts'
import type { Credentials } from '#simulators/Link.ts'

export interface Key extends Credentials {
  id: string
}

/** By the serial number of the device. */
export type Keyring = Map<string, Key>

const PLACE = 'file|demo-keyring'

export async function readKeyring(dataDir: string, vault: Vault): Promise<Keyring> {
  try {
    return new Map(
      JSON.parse(vault.open(await readFile(join(dataDir, 'demo', 'keyring')), PLACE).toString()) as [string, Key][],
    )
  } catch {
    // Missing, or sealed with another secret: the devices get new ones.
    return new Map()
  }
}

export async function writeKeyring(dataDir: string, vault: Vault, keys: ReadonlyMap<string, Key>): Promise<void> {
  await mkdir(join(dataDir, 'demo'), { recursive: true, mode: 0o700 })
  await writeFile(join(dataDir, 'demo', 'keyring'), vault.seal(JSON.stringify([...keys]), PLACE), { mode: 0o600 })
}
