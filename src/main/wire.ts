/** Chooses the implementation of each port; the only place where implementations are named. */
import { join } from 'node:path'
import { IdSource, nodeOf } from '#base/id.ts'
import { foshan } from '#brands/foshan.ts'
import { nanc } from '#brands/nanc.ts'
import { portico } from '#brands/portico.ts'
import { applicationState } from '#modules/applications/api.ts'
import { lastProof, principalOf } from '#modules/identity/api.ts'
import { makeHeldLinks } from '#server/heldLinks.ts'
import { makeLocalBus } from '#server/bus/makeLocalBus.ts'
import { makeNatsBus } from '#server/bus/makeNatsBus.ts'
import { makeAnchorFile } from '#server/audit/makeAnchorFile.ts'
import { removalEndpoints } from '#server/crud/removalEndpoints.ts'
import { makeFolderStore } from '#server/files/makeFolderStore.ts'
import { readS3Url } from '#server/files/s3Address.ts'
import { makeS3Store } from '#server/files/s3Store.ts'
import { jobAnswers } from '#server/jobs/jobAnswers.ts'
import { jobEndpoints } from '#server/jobs/jobEndpoints.ts'
import { jobWorker } from '#server/jobs/jobWorker.ts'
import { dueMoves } from '#server/moves/dueMoves.ts'
import { rowReaders } from '#server/moves/publishMoved.ts'
import { budgetLimits, requestLimits, sessionLimits } from '#server/http/limits.ts'
import type { AllowedNetwork, FileStore, Log, Ports, SmsSettings, SocialSettings } from '#server/ports.ts'
import type { ServerPart } from '#server/parts.ts'
import { makeSheets } from '#server/sheets/sheets.ts'
import type { Database } from '#server/sql/databaseUrl.ts'
import { openDb } from '#server/sql/db.ts'
import { reserveIds } from '#server/sql/reserveIds.ts'
import { whenAvailable } from '#server/sql/whenAvailable.ts'
import { makeHashing } from '#server/vault/makeHashing.ts'
import { makeVault } from '#server/vault/makeVault.ts'
import { announcementsIn } from '#model/announcement.ts'
import { all as announced } from './generated/announced.ts'
import { contributedKinds } from './contributedKinds.ts'
import { all as foundParts } from './generated/parts.ts'
import { defaultMenu } from './defaultMenu.ts'
import type { Noun } from '#model/noun.ts'
import { protocolLimits } from './protocolLimits.ts'
import { referenceAnswers } from './reference/referenceAnswers.ts'
import { referenceEndpoints } from './reference/referenceEndpoints.ts'
import { classes, dictionaries, nouns } from './registry.ts'
import { frontOf, type Config } from './config.ts'
import { protocols } from './protocols.ts'
import type { Given } from './supervisor/supervised.ts'

export interface Wiring {
  connection: Database
  secret: string
  dataDir: string
  publicUrl: string
  /** Default: MQTT on port 1883. */
  deviceAddresses?: Ports['deviceAddresses']
  callbackAllow: readonly AllowedNetwork[]
  adminPassword?: string | undefined
  sms?: SmsSettings
  social?: SocialSettings
  /** 0–255, different for each process that runs at the same time; also the name of its sessions. */
  nodeNumber: number
  /** Null or absent for the bus of a single machine. */
  natsUrl?: string | null
  /** Null or absent for files in the data folder. */
  s3Url?: string | null
  /** Default 30. */
  captureDays?: number
  /** Per organisation; default 2048. */
  fileQuotaMb?: number
  mapTiles?: Ports['mapTiles']
  log: Log
  notice?(line: string): void
  stopping?: AbortSignal
  now?(): Date
  poolSize?: number
}

const isPart = (value: unknown): value is ServerPart => typeof value === 'object' && value !== null && 'part' in value
const found = foundParts.filter(isPart)
const halves = found.filter(part => part.part === 'half')
export const parts: readonly ServerPart[] = [
  ...found,
  ...jobEndpoints(halves, principalOf),
  jobAnswers,
  ...removalEndpoints(halves),
  ...[budgetLimits, sessionLimits, requestLimits],
  ...protocolLimits,
  ...referenceEndpoints,
  referenceAnswers,
  dueMoves({ parts: found }),
  rowReaders,
  // Two, so that a small job does not wait for a large one.
  ...['jobs 1', 'jobs 2'].map(name => jobWorker({ name, parts: found, principalOf })),
]

/** The parts of one kind. */
export const partsOf = <K extends ServerPart['part']>(kind: K): Extract<ServerPart, { part: K }>[] =>
  parts.filter((part): part is Extract<ServerPart, { part: K }> => part.part === kind)

/** What modules add to linkage rules, callbacks and the live stream. */
const contributed = (): Pick<Ports, 'linkage' | 'announcements' | 'contents' | 'noticeSecrets' | 'liveReaders'> => ({
  linkage: {
    ...contributedKinds,
    causes: new Map(partsOf('causes').map(part => [part.of, part])),
    looks: new Map(partsOf('looks').map(part => [part.of, part])),
    halves: new Map(partsOf('acts').map(part => [part.of, part])),
  },
  announcements: announcementsIn(announced.flat()),
  contents: new Map(partsOf('contents').map(part => [part.of, part])),
  noticeSecrets: new Map(partsOf('noticeSecret').map(part => [part.of, part])),
  liveReaders: Map.groupBy(partsOf('live'), part => part.type),
})

/** Resolves when the process can make ids; closing its database returns the unused reservation. */
export async function makePorts(wiring: Wiring): Promise<Ports> {
  const ids = new IdSource(nodeOf(wiring.nodeNumber))
  const db = openDb(wiring.connection, { max: wiring.poolSize ?? 10 })
  const reserved = await whenAvailable(() => reserveIds(db, wiring.nodeNumber, ids), {
    signal: wiring.stopping,
    print: line => wiring.log.warn({}, line),
  })
  const endPools = db.end
  db.end = async () => {
    await reserved.stop()
    await endPools()
  }
  return {
    db,
    bus: wiring.natsUrl ? makeNatsBus(wiring.natsUrl, wiring.log) : makeLocalBus(),
    links: makeHeldLinks(),
    files: fileStore(wiring),
    captureDays: wiring.captureDays ?? 30,
    fileQuotaBytes: (wiring.fileQuotaMb ?? 2048) * 1024 * 1024,
    anchors: makeAnchorFile(join(wiring.dataDir, 'audit/anchors.jsonl')),
    vault: makeVault(Buffer.from(wiring.secret)),
    hashing: makeHashing(),
    sheets: makeSheets(),
    log: wiring.log,
    newId: ids.next,
    now: wiring.now ?? (() => new Date()),
    node: String(wiring.nodeNumber),
    applicationState: appId => applicationState(db, appId),
    lastProof: sessionId => lastProof(db, sessionId),
    classes,
    nouns,
    contributions: partsOf('contribution'),
    handlers: partsOf('handler'),
    subjects: new Map(partsOf('subjects').map(part => [part.kind, part])),
    documents: new Map(partsOf('documents').map(part => [part.document, part])),
    carrier: partsOf('carrier')[0]!,
    ...contributed(),
    textScreens: partsOf('textScreen'),
    storedTexts: partsOf('storedTexts'),
    retained: partsOf('retained'),
    schedules: partsOf('schedule'),
    dictionaries,
    menu: defaultMenu(),
    placesPoints: new Set(
      [...nouns.values()].flatMap(({ key, places = [] }: Noun) => places.map(verb => `${key}:${verb}`)),
    ),
    sms: wiring.sms ?? { provider: 'console' },
    social: wiring.social ?? {},
    brands: [portico, foshan, nanc],
    publicUrl: wiring.publicUrl,
    deviceAddresses: wiring.deviceAddresses ?? { alink: { port: 1883, tlsPort: null } },
    protocols,
    callbackAllow: wiring.callbackAllow,
    mapTiles: wiring.mapTiles ?? null,
    adminPassword: wiring.adminPassword,
    stopping: wiring.stopping ?? new AbortController().signal,
    notice: wiring.notice ?? (() => {}),
  }
}

/** By protocol; one without a listener is absent. */
const deviceAddressesOf = (config: Config): Ports['deviceAddresses'] =>
  Object.fromEntries(
    [...protocols.keys()].flatMap(key => {
      const plain = frontOf(config, key)
      return plain ? [[key, { port: plain.port, tlsPort: frontOf(config, key, true)?.port ?? null }]] : []
    }),
  )

/** The ports of a process under the supervisor. */
export const childPorts = (
  { config, notice }: Given,
  own: Pick<Wiring, 'log' | 'stopping' | 'poolSize' | 'adminPassword'>,
): Promise<Ports> =>
  makePorts({
    connection: config.connection,
    secret: config.secret,
    dataDir: config.dataDir,
    publicUrl: config.publicUrl,
    deviceAddresses: deviceAddressesOf(config),
    callbackAllow: config.callbackAllow,
    nodeNumber: config.node,
    natsUrl: config.natsUrl,
    sms: config.sms,
    social: config.social,
    s3Url: config.s3Url,
    captureDays: config.captureDays,
    fileQuotaMb: config.fileQuotaMb,
    mapTiles: config.mapTiles,
    notice,
    ...own,
  })

function fileStore({ s3Url, dataDir, log }: Wiring): FileStore {
  if (!s3Url) return makeFolderStore(join(dataDir, 'files'))
  const address = readS3Url(s3Url)
  if (typeof address === 'string') throw new Error(`S3_URL: ${address}`)
  return makeS3Store(address, { log })
}

/** Runs the seeds in order; repeatable. */
export async function seedAll(ports: Ports): Promise<void> {
  const seeds = partsOf('seed').sort((a, b) => a.order - b.order)
  for (const seed of seeds) await seed.run(ports)
}
