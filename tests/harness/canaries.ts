/**
 * Data in which each text of each noun contains a unique word, and callers with a single permission: the words in an
 * answer tell whose values it shows.
 */
import sql from 'sql-template-tag'
import type { Field, Fields } from '#model/field.ts'
import { permissionPoints, type Noun } from '#model/noun.ts'
import { nouns } from '#main/registry.ts'
import { parts } from '#main/wire.ts'
import { sampleValues } from '#console/crud/form/sampleValues.ts'
import { USER_TYPE } from '#server/ctx.ts'
import { furnishEveryNoun, type EveryNoun } from './everyNoun.ts'
import { quickAccount, quickRole, type QuickAccount } from './quickAccount.ts'
import type { TestServer } from './server.ts'
import { onlyDeclared } from './onlyDeclared.ts'

const ENGINE = { role: 'engine' } as const
export const all: readonly Noun[] = [...nouns.values()]

/** `schema.table.field` of each word, by its number. */
const places: string[] = []
function wordOf(noun: Noun, field: string): string {
  const place = `${noun.table}.${field}`
  const known = places.indexOf(place)
  return `zq${known >= 0 ? known : places.push(place) - 1}q`
}
/** The fields whose words a text contains, each as `schema.table.field`. */
export const placesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/zq(\d+)q/g)].map(([, at]) => places[Number(at)] ?? `unknown ${at}`)),
]

export const furnishCanaries = (server: TestServer): Promise<EveryNoun> => furnishEveryNoun(server, wordOf)

const refsOf = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field: Field) =>
    field.kind === 'ref' ? [field.to] : field.kind === 'list' || field.kind === 'group' ? refsOf(field.of) : [],
  )
/** What a reader of a noun may see: its table, and the names of the rows it refers to. */
function shownWith(noun: Noun): (place: string) => boolean {
  const named = [...refsOf(noun.fields), ...Object.values(noun.actions ?? {}).flatMap(one => refsOf(one.input ?? {}))]
  const names = named.flatMap(key => {
    const { table, name, called, english = {} } = nouns.get(key)!
    return [name, ...(called ? [called] : []), ...(english[name] ? [english[name]] : [])].map(one => `${table}.${one}`)
  })
  return place => place.startsWith(`${noun.table}.`) || names.includes(place)
}

/** A field of a noun, `noun.field`, as `schema.table.field`. */
export const placeOf = (field: string): string => field.replace(/^\w+/, key => nouns.get(key)!.table)

/** What nouns show of others by their own definitions, besides names of references. */
const COMPUTED: Readonly<Record<string, readonly string[]>> = {
  // Its vendors.
  supplier: ['deviceVendor.name'],
  // The AppKey of an application is the client id of its first key.
  application: ['apiKey.clientId'],
  // Lists derived from the tables of others: their own columns.
  session: ['device.name', 'device.sn'],
  syncTask: ['person.name', 'device.name', 'device.sn'],
  personAuth: ['person.name', 'person.personNo', 'organization.name', 'device.name'],
  door: ['device.name', 'site.name'],
  // The groups of a person.
  person: ['authGroup.name'],
  // The doors offered for selection.
  authGroup: ['device.name', 'device.sn', 'site.name'],
  // Whom it calls.
  escalation: ['user.nickname'],
  // The event that started it.
  linkageRun: ['linkage.triggerEvent'],
  // The device of the line.
  deviceLog: ['device.name'],
  // The device and its site, and the user of each step.
  ticket: ['device.name', 'site.name', 'user.nickname'],
  // The former name of a row, and the user.
  operLog: [...all.map(noun => `${noun.key}.${noun.name}`), 'user.nickname', 'apk.packageName'],
  // Refusing to give a point that the caller lacks names the point.
  role: ['menu.permission'],
}
export const shows = (noun: Noun): ((place: string) => boolean) => {
  const own = shownWith(noun)
  const also = new Set(COMPUTED[noun.key]?.map(placeOf))
  return place => own(place) || also.has(place)
}

/** A platform user who sees every organisation and has these points. */
export const holding = async (server: TestServer, points: readonly string[]): Promise<QuickAccount> =>
  quickAccount(server, { roleIds: points.length ? [await quickRole(server, { points })] : [] })

/** An API key of this application with these points. */
export async function keyHolding(server: TestServer, appId: string, points: readonly string[]): Promise<QuickAccount> {
  const account = await quickAccount(server, { type: USER_TYPE.application, apps: [appId] })
  await server.ports.db.tx(ENGINE, async query => {
    await query(sql`update identity.account set machine = true where id = ${account.id}`)
    await query(
      sql`insert into identity.api_key (id, source_id, app_id, name, client_id, secret_hash, points)
        values (${account.id}, 1, ${appId}, 'key', ${`ak${account.id}`}, '\\x00', ${JSON.stringify(points)})`,
    )
  })
  return account
}

export const pointsOf = (noun: Noun): string[] => permissionPoints(noun).map(({ point }) => point)
export const nounOf = (url: string): Noun | undefined =>
  all.find(one => [one.api, ...(one.alsoUnder ?? [])].some(api => url === api || url.startsWith(`${api}/`)))

/** A valid body for a route: with each required field, and with rows of the data for references. */
export function bodyFor(
  world: EveryNoun,
  method: string,
  url: string,
  noun: Noun | undefined,
): Record<string, unknown> {
  const act = url.split('/').at(-1)!
  const part = parts.find(one => one.part === 'endpoint' && one.method === method && one.path === url)
  const asked: Fields = {
    ...noun?.fields,
    ...noun?.actions?.[act]?.input,
    ...(part?.part === 'endpoint' ? part.input : {}),
  }
  const refs = Object.entries(asked).flatMap(([name, field]) => {
    const target = field.kind === 'ref' ? nouns.get(field.to) : undefined
    if (!target) return []
    const id = world.idOf(target.table, 0)
    return [[name, field.kind === 'ref' && field.many ? [id] : id]]
  })
  const id = noun ? world.idOf(noun.table, 0) : world.appId
  return onlyDeclared(method, url, {
    ...sampleValues(asked),
    ...Object.fromEntries(refs),
    ...{ id, ids: [id], reason: 'a reason' },
  })
}
