/** Chooses who stands behind each port; the only place where implementations are named. */
import { join } from 'node:path'
import type pg from 'pg'
import { idSource } from '#base/id.ts'
import { makeLocalBus } from '#server/bus/localBus.ts'
import { makeFolderStore } from '#server/files/folderStore.ts'
import type { AllowedNetwork, Log, Ports } from '#server/ports.ts'
import type { ServerPart } from '#server/parts.ts'
import { openDb } from '#server/sql/db.ts'
import { makeHashing } from '#server/vault/hashing.ts'
import { makeVault } from '#server/vault/vault.ts'
import { all as foundParts } from './generated/parts.ts'
import { defaultMenu } from './menu.ts'
import { classes } from './registry.ts'

export interface Wiring {
  connection: pg.ClientConfig
  secret: string
  dataDir: string
  publicUrl: string
  callbackAllow: readonly AllowedNetwork[]
  adminPassword?: string | undefined
  /** 0–255, different for each process that runs at the same time. */
  nodeNumber: number
  node: string
  log: Log
  notice?(line: string): void
  stopping?: AbortSignal
  now?(): Date
  poolSize?: number
}

const isPart = (value: unknown): value is ServerPart => typeof value === 'object' && value !== null && 'part' in value
export const parts: readonly ServerPart[] = foundParts.filter(isPart)

/** The parts of one kind. */
export const partsOf = <K extends ServerPart['part']>(kind: K): Extract<ServerPart, { part: K }>[] =>
  parts.filter((part): part is Extract<ServerPart, { part: K }> => part.part === kind)

export function makePorts(wiring: Wiring): Ports {
  return {
    db: openDb(wiring.connection, { max: wiring.poolSize ?? 10 }),
    bus: makeLocalBus(),
    files: makeFolderStore(join(wiring.dataDir, 'files')),
    vault: makeVault(Buffer.from(wiring.secret)),
    hashing: makeHashing(),
    log: wiring.log,
    newId: idSource(wiring.nodeNumber),
    now: wiring.now ?? (() => new Date()),
    node: wiring.node,
    classes,
    menu: defaultMenu(),
    publicUrl: wiring.publicUrl,
    callbackAllow: wiring.callbackAllow,
    adminPassword: wiring.adminPassword,
    stopping: wiring.stopping ?? new AbortController().signal,
    notice: wiring.notice ?? (() => {}),
  }
}

/** Runs the seeds in their order; repeatable. */
export async function seedAll(ports: Ports): Promise<void> {
  const seeds = partsOf('seed').sort((a, b) => a.order - b.order)
  for (const seed of seeds) await seed.run(ports)
}
