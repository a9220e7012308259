/** Four rows of every noun, stored directly in the tables, for tests over all definitions. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { comparedAs, isIdentity } from '#model/comparedAs.ts'
import { historyOf } from '#model/historyOf.ts'
import type { Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import { nouns } from '#main/registry.ts'
import { isJson, keyColumn, snake } from '#server/crud/columns.ts'
import { toState } from '#server/moves/toState.ts'
import { tailDigest } from '#server/crud/tail.ts'
import { clusterConnection } from './database.ts'
import { makeApplication } from './device.ts'
import { furnishDirectRight } from './furnishDirectRight.ts'
import { agoOf, FILLED, spanOf } from './rowValues.ts'
import type { TestServer } from './server.ts'

export interface EveryNoun {
  /** A connection without row security, triggers and foreign keys. */
  admin: pg.Client
  appId: string
  idOf(table: string, row: number): string
  /** Restores the four rows of a table, after an act that changed them. */
  restore(table: string): Promise<void>
  /** By `noun.field` the value of each of the four rows, in the form of a query. */
  asked: ReadonlyMap<string, readonly (string | null)[]>
}

/**
 * Four rows of each noun: the first has the values searched for, the second differs in everything, the third in everything but
 * its states and its device class, the fourth in everything but its application.
 */
export const CLASSES = ['accessControlDevice', 'faceEqui', 'accessControlDevice', 'faceEqui']
export const ROWS = CLASSES.map((_, row) => row)

const all = [...nouns.values()]
const tables = [...new Set<string>(all.filter(noun => noun.life !== 'view').map(noun => noun.table))]
const APPLICATIONS = 'applications.application'

/** `wordOf` returns the text for a field of the first row; without it each text contains its table. */
export async function furnishEveryNoun(
  server: TestServer,
  wordOf?: (noun: Noun, field: string) => string,
): Promise<EveryNoun> {
  const { appId } = await makeApplication(server)
  const ask = sql`select current_database() as name`
  const [{ name: database } = { name: '' }] = await server.ports.db.query<{ name: string }>({ role: 'engine' }, ask)
  const admin = new pg.Client({ ...clusterConnection(), database })
  admin.on('error', () => {})
  await admin.connect()
  await admin.query("set session_replication_role = 'replica'")
  const stored = new Map<string, Map<string, unknown>[]>()
  const asked = new Map<string, (string | null)[]>()

  /** Requests act in the first application. */
  const idOf = (table: string, row: number): string =>
    table === APPLICATIONS && row === 0 ? appId : String(900_000 + 100 * tables.indexOf(table) + row)
  /** For rows that have an application. */
  const applicationOf = (row: number): string => idOf(APPLICATIONS, row === 1 ? 1 : 0)

  /** The value of a row's field: as it is stored, and in the form of a query; null where there is none. */
  function valueOf(noun: Noun, name: string, field: Field, row: number): [stored: unknown, asked: string] | null {
    const same = (value: unknown): [unknown, string] => [value, String(value)]
    if (field.mask) return same(`1380000000${row}`)
    // Plates are found by their one form.
    if (name === 'deviceClass' || name === 'plate') return same(name === 'plate' ? `粤B1234${row}` : CLASSES[row])
    const word = row === 0 ? wordOf?.(noun, name) : undefined
    if (word && field.kind === 'text') return same(word.slice(0, field.max))
    if (word && (field.kind === 'rich' || field.kind === 'code')) return same(word)
    if (word && field.kind === 'json' && (field.schema?.type ?? 'object') === 'object')
      return same(JSON.stringify({ word }))
    switch (field.kind) {
      case 'text':
        return same(`${['alpha', 'bravo', 'gamma', 'delta'][row]}${noun.table.split('.')[1]}`.slice(0, field.max ?? 64))
      case 'integer':
        return same(11 + row)
      case 'flag':
        return same(row === 0)
      case 'choice': {
        // Fields that the system writes and that have no filter are left empty.
        if (field.by === 'system' && !field.find) return null
        const [first, second] = Object.values(field.values).map(([wire]) => wire)
        const wire = row === 0 || second === undefined ? first : second
        return isJson(field) ? [JSON.stringify([wire]), String(wire)] : same(wire)
      }
      case 'ref': {
        const target = nouns.get(field.to)!
        if (field.to === 'door') return same(String(800_000 + row))
        if (target.life === 'view' || field.many) return null
        return same(name === 'appId' ? applicationOf(row) : idOf(target.table, row))
      }
      case 'instant':
        return [agoOf(row), spanOf(row)]
      case 'day':
        return [`2030-0${row + 1}-15`, `2030-0${row + 1}-14,2030-0${row + 1}-16`]
      default:
        return null
    }
  }

  const sealed = (noun: Noun, column: string, row: number, value: string): Buffer =>
    server.ports.vault.seal(value, `${noun.table}|${column}|${idOf(noun.table, row)}`)

  /** Records the fields and states of the four rows of a noun's table. */
  function describeRows(noun: Noun): void {
    const rows = stored.get(noun.table) ?? ROWS.map(row => new Map<string, unknown>([['id', idOf(noun.table, row)]]))
    stored.set(noun.table, rows)
    for (const [row, columns] of rows.entries()) {
      if (noun.scope !== 'platform' && !columns.has('source_id')) columns.set('source_id', '1')
      if (noun.scope === 'application' && !columns.has('app_id')) columns.set('app_id', appId)
      // A scan is a passage with this name.
      if (noun.key === 'scanRecord') columns.set('identifier', 'scan')
      for (const [name, field] of Object.entries({ ...noun.fields, ...historyOf(noun) })) {
        if (field.kind === 'secret' && !field.virtual)
          columns.set(`${snake(name)}_sealed`, sealed(noun, snake(name), row, wordOf?.(noun, name) ?? 'a secret'))
        const value = field.computed || field.virtual ? null : valueOf(noun, name, field, row)
        if (!value) continue
        const key = `${noun.key}.${name}`
        asked.set(key, [...(asked.get(key) ?? []), value[1]])
        const column = snake(name)
        if (field.mask) {
          columns.set(`${column}_index`, server.ports.vault.blindIndex(value[1], column))
          columns.set(`${column}_sealed`, sealed(noun, column, row, value[1]))
          columns.set(`${column}_masked`, `***${row}`)
          if (field.find === 'tail') columns.set(`${column}_tail`, tailDigest(server.ports.vault, column, value[1]))
        } else if (field.kind !== 'file') columns.set(column, value[0])
        if (isIdentity(field)) columns.set(keyColumn(name), comparedAs(field, value[1]))
      }
      for (const [name, { states, start }] of Object.entries(noun.states ?? {})) {
        const wire = states[row % 2 ? Object.keys(states).find(one => one !== start)! : start]![0]
        asked.set(`${noun.key}.${name}`, [...(asked.get(`${noun.key}.${name}`) ?? []), String(wire)])
        columns.set(snake(name), wire)
      }
    }
  }

  async function insert(table: string, rows: readonly Map<string, unknown>[]): Promise<void> {
    const [schema, name] = table.split('.')
    const { rows: columns } = await admin.query<{ name: string; type: string; asks: boolean }>(
      `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null as asks from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
      [schema, name],
    )
    for (const [row, given] of rows.entries()) {
      for (const { name: column, type, asks } of columns) {
        const value = given.get(column)
        if (value === undefined ? asks : type === 'bigint' && !/^\d+$/.test(String(value)))
          given.set(
            column,
            column.endsWith('_sealed')
              ? server.ports.vault.seal('filled', `${table}|${column.slice(0, -7)}|${String(given.get('id'))}`)
              : FILLED[type]?.(row),
          )
      }
      const names = columns.map(column => column.name).filter(one => given.has(one))
      if (given.has('id')) await admin.query(`delete from ${table} where id = $1`, [given.get('id')])
      await admin.query(
        `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        names.map(one => given.get(one)),
      )
    }
  }

  /** Views and filters read the tables of others: connections, roles, doors, rights, and sync tasks. */
  async function furnishViews(): Promise<void> {
    const rowsOf = (make: (row: number) => Record<string, unknown>): Map<string, unknown>[] =>
      ROWS.map(row => new Map(Object.entries({ source_id: '1', app_id: applicationOf(row), ...make(row) })))
    const device = (row: number): string => idOf('devices.device', row)
    const person = (row: number): string => idOf('people.person', row)
    const answer = (keys: string, what: (row: number) => string | null): void =>
      keys.split(' ').forEach(key => asked.set(key, ROWS.map(what)))
    /** The third device is offline. */
    const away = (row: number): boolean => row === 2
    const [devices, people] = [stored.get('devices.device')!, stored.get('people.person')!]

    await insert(
      'devices.session',
      rowsOf(row => ({
        device_id: device(row),
        online: !away(row),
        node: `node${row}`,
        address: `10.0.0.${row}`,
        gateway_id: device((row + 1) % ROWS.length),
        opened_at: agoOf(row),
      })),
    )
    const last = (table: string): string[] => ROWS.slice(2).map(row => idOf(table, row))
    await admin.query(
      sql`update devices.alarm set ${toState(nouns.get('deviceAlarm')!.states!.state!.states, 'closed')} where id = any(${last('devices.alarm')}::bigint[])`,
    )
    answer('deviceAlarm.open', row => String(row < 2))
    answer('deviceAlarm.state', row => (row < 2 ? ['0', '1'][row]! : '3'))
    const expired = "update applications.application set expires_on = '2020-01-31' where id = any($1::bigint[])"
    await admin.query(expired, [last(APPLICATIONS)])
    answer('application.term', row => (row < 2 ? '0' : '2'))
    answer('deviceBind.status', row => (away(row) ? 'offline' : 'online'))
    answer('session.sn syncTask.deviceSn', row => String(devices[row]!.get('sn')))
    answer('session.deviceName', row => String(devices[row]!.get('name')))
    answer('session.deviceClass', row => CLASSES[row]!)
    answer('session.appId', applicationOf)
    answer('session.gatewayId', row => device((row + 1) % ROWS.length))
    answer('session.node', row => `node${row}`)
    answer('session.address', row => `10.0.0.${row}`)
    answer('session.openedAt', spanOf)

    await admin.query('update devices.command set lane = 0, state = case when id = $1 then 0 else 3 end', [
      idOf('devices.command', 0),
    ])
    answer('command.state', row => (row === 0 ? '0' : '3'))
    answer('deviceOperation.result', row => (row === 0 ? '0' : '1'))
    for (const [name, of] of Object.entries({ time: 'queuedAt', who: 'userName', source: 'origin' }))
      asked.set(`deviceOperation.${name}`, asked.get(`command.${of}`)!)

    const card = (row: number): string => `000123${row}`
    const plate = (row: number): string => `粤B1234${row}`
    const ofPerson = (from: number, own: (row: number) => object) =>
      rowsOf(row => ({ id: String(from + row), person_id: person(row), ...own(row) }))
    await insert(
      'people.card',
      ofPerson(860_000, row => ({ card_no: card(row).slice(3), shown: card(row) })),
    )
    await insert(
      'people.plate',
      ofPerson(870_000, row => ({ plate_no: plate(row) })),
    )
    answer('person.cards', card)
    answer('person.plates', plate)

    const role = (row: number): string => idOf('identity.role', row)
    await insert(
      'identity.account_role',
      rowsOf(row => ({ account_id: idOf('identity.account', row), role_id: role(row) })),
    )
    answer('user.roleIds', role)

    await insert(
      'devices.component',
      rowsOf(row => ({ id: String(800_000 + row), device_id: device(row), kind: 'door', no: 1, name: null })),
    )
    answer('door.name doorControl.doorName', row => String(devices[row]!.get('name')))
    answer('doorControl.online', row => String(!away(row)))
    await insert(
      'access.group_person',
      rowsOf(row => ({ group_id: '5', person_id: person(row), app_id: appId })),
    )
    await furnishDirectRight(admin, { appId, personId: person(0), deviceId: device(0) })
    answer('personAuth.given', row => (row === 0 ? '3' : '1'))
    // The first person is also in a group of the first device's door, and lacks only a portrait.
    const own = idOf('access.auth_group', 0)
    await insert(
      'access.group_door',
      rowsOf(row => ({ group_id: '5', device_id: device(row), component_id: String(800_000 + row), app_id: appId })),
    )
    const [first] = rowsOf(row => ({
      ...{ group_id: own, person_id: person(row), app_id: appId, valid_from: null, valid_to: null },
    }))
    await insert('access.group_person', [first!])
    const [door] = rowsOf(row => ({
      ...{ group_id: own, device_id: device(row), component_id: String(800_000 + row), app_id: appId },
    }))
    await insert('access.group_door', [door!])
    await admin.query('update access.auth_group set deleted_at = null where id = $1', [own])
    await admin.query(
      'update people.person set valid_from = null, valid_to = null, portrait_digest = null, face_state = 0 where id = $1',
      [person(0)],
    )
    answer('personAuth.personName heldFace.personName syncTask.subjectName', row => String(people[row]!.get('name')))
    answer('personAuth.orgId', row => String(people[row]!.get('org_id')))
    answer('personAuth.siteId doorControl.siteId', row => String(devices[row]!.get('site_id')))
    answer('personAuth.groupId', row => (row === 0 ? own : '5'))
    answer('personAuth.stage', row => (row === 0 ? 'failed' : 'confirmed'))
    answer('personAuth.personId heldFace.personId', person)
    answer('personAuth.deviceId heldFace.deviceId doorControl.deviceId', device)
    answer('syncTask.deviceId deviceOperation.deviceId', device)
    answer('personAuth.deviceClass heldFace.deviceClass', row => CLASSES[row]!)
    answer('doorControl.deviceClass deviceOperation.deviceClass', row => CLASSES[row]!)

    const member = (row: number) => ({ library_id: idOf('vision.library', row), person_id: person(row) })
    await insert('vision.library_person', rowsOf(member))
    const kinds = ['refused', 'full', 'queued']
    const put = (row: number): boolean => row === 0
    const item = (row: number): string => (CLASSES[row] === 'faceEqui' ? 'person' : 'card')
    const task = (row: number) => ({
      ...{ device_id: device(row), item: item(row), subject_kind: 'person', subject_id: person(row), put: put(row) },
    })
    await insert('sync.exception', rowsOf(row => ({ ...task(row), kind: kinds[row], last_at: agoOf(row) })).slice(0, 3))
    await insert('sync.flight', rowsOf(row => ({ ...task(row), sent_at: agoOf(row) })).slice(3))
    answer('syncTask.item', item)
    answer('syncTask.put', row => (put(row) ? '1' : '0'))
    answer('syncTask.state', row => ['failed', 'failed', 'waiting', 'sending'][row]!)
    answer('syncTask.kind', row => kinds[row] ?? null)
    answer('syncTask.lastAt', spanOf)
  }

  for (const noun of all.filter(one => one.life !== 'view')) describeRows(noun)
  for (const [table, rows] of stored) await insert(table, rows)
  await furnishViews()
  return { admin, appId, idOf, asked, restore: table => insert(table, stored.get(table) ?? []) }
}
