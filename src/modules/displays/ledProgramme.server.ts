/** Programmes as a document of displays: all that are on, with their hours, in order of priority. */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { toGbk } from '#base/gbk.ts'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { LINE_BYTES } from '#devices/abilities/board.ts'
import { refName } from '#model/field.ts'
import { invalidFields } from '#model/error.ts'
import { OFFLINE_AFTER_S, PROGRAMME_USE, type SentProgramme } from '#model/programme.ts'
import type { Ports } from '#server/ports.ts'
import type { Ctx } from '#server/ctx.ts'
import { documents } from '#server/delivered.ts'
import { gbkProblem } from '#server/gbkProblem.ts'
import { contributes, following, handler, implement } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import { timePlan } from '#modules/access/access.noun.ts'
import { exceptionalDays, spansOf, weekOf, type Exception, type Span } from '#modules/access/week.rules.ts'
import { device } from '#modules/devices/stock/device.noun.ts'
import { confirmedDevices, touchDocument } from '#modules/sync/api.ts'
import { forbiddenIn } from './forbiddenWord.server.ts'
import { ledProgramme } from './ledProgramme.noun.ts'
import { textsOf } from './programmeTexts.server.ts'

const ENGINE = { role: 'engine' } as const
const DOCUMENT = 'programme'
const [ON] = ledProgramme.fields.state.values.on

/** The classes that show programmes. */
export const displayClasses = ({ classes }: Pick<Ports, 'classes'>): string[] =>
  [...classes.values()].filter(one => one.documents.some(held => held.document === DOCUMENT)).map(one => one.key)

interface ProgrammeRow {
  device_id: string
  id: string
  name: string
  lines: SentProgramme['lines']
  voice: string | null
  priority: number
  use: number
  offline_after_s: number | null
  week: readonly Span[] | null
  exceptions: readonly Exception[] | null
  zone: string | null
}
export const programmes = documents({
  document: DOCUMENT,
  async wanted(query, deviceIds) {
    const rows = await query<ProgrammeRow>(
      sql`select pd.device_id, p.id, p.name, p.lines, p.voice, p.priority, p.use, p.offline_after_s, t.week, t.exceptions, a.zone
        from displays.programme_device pd
        join displays.programme p on p.id = pd.programme_id and p.deleted_at is null and p.state = 1
        join devices.device d on d.id = pd.device_id and d.app_id = p.app_id
        join applications.application a on a.id = p.app_id
        left join access.time_plan t on t.id = p.time_plan_id
        where pd.device_id = any(${deviceIds}::bigint[]) order by p.priority desc, p.id`,
    )
    const byDevice = Map.groupBy(rows, row => row.device_id)
    return new Map(deviceIds.map(id => [id, documentOf(byDevice.get(id) ?? [])]))
  },
})

/** Displays know days that end at midnight, so a span past it is two. */
const sentOf = (row: ProgrammeRow): SentProgramme => ({
  ...{ programmeId: row.id, name: row.name, lines: row.lines, voice: row.voice, priority: row.priority },
  plan: row.week && {
    zone: row.zone ?? DEFAULT_ZONE,
    week: spansOf(weekOf(row.week)),
    // Devices know no hours of single days: the plan does not count there on a day with hours of its own.
    closedDays: [...exceptionalDays(row.exceptions ?? []).keys()],
  },
  offlineAfterS: row.use === PROGRAMME_USE.offline[0] ? (row.offline_after_s ?? OFFLINE_AFTER_S.usual) : null,
})

/** A device without programmes stores an empty list, and shows its own text. */
function documentOf(rows: readonly ProgrammeRow[]): { version: string; content: unknown; name: string } {
  const content = rows.map(sentOf)
  return {
    version: createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16),
    content,
    name:
      rows
        .map(row => row.name)
        .join('、')
        .slice(0, 200) || '—',
  }
}

const devicesOf = async (query: Query, programmeIds: readonly string[]): Promise<string[]> =>
  (
    await query<{ device_id: string }>(
      sql`select distinct device_id from displays.programme_device where programme_id = any(${programmeIds}::bigint[])`,
    )
  ).map(row => row.device_id)

const touch = (ctx: Ctx, deviceIds: readonly string[]): Promise<void> =>
  touchDocument(ctx.ports, ctx.sql, DOCUMENT, [...new Set(deviceIds)])

async function setDevices(ctx: Ctx, row: { id: string }, given: unknown): Promise<void> {
  const ids = Array.isArray(given) ? [...new Set(given.map(String))] : []
  const found = await ctx.sql<{ id: string }>(
    sql`select id from devices.device where id = any(${ids}::bigint[]) and device_class = any(${displayClasses(ctx.ports)})
      and deleted_at is null and app_id = ${ctx.appId}`,
  )
  if (found.length !== ids.length)
    throw invalidFields([{ field: 'deviceIds', text: ['只能选择本应用的显示屏', 'Only displays of this application'] }])
  await ctx.sql(sql`delete from displays.programme_device
    where programme_id = ${row.id} and device_id <> all(${ids}::bigint[])`)
  await ctx.sql(sql`insert into displays.programme_device (programme_id, device_id, app_id, source_id)
    select p.id, d, p.app_id, p.source_id from displays.programme p, unnest(${ids}::bigint[]) d
    where p.id = ${row.id} on conflict do nothing`)
}

/** Texts that displays cannot show, or must not. */
async function refuseTexts(ctx: Ctx, texts: ReturnType<typeof textsOf>): Promise<void> {
  for (const field of ['lines', 'voice'] as const) {
    const text = texts[field]
    const problem = gbkProblem(text) ?? (text && ctx.appId ? await forbiddenIn(ctx.sql, ctx.appId, [text]) : null)
    if (problem) throw invalidFields([{ field, text: problem }])
  }
}

/** How many of its displays confirmed what they are to show, in the caller's language. */
function deliveryWords(ctx: Ctx, done: number, all: number): string {
  if (!all) return '—'
  return ctx.language === 'en' ? `${done} of ${all} confirmed` : `已确认 ${done}/${all}`
}

export const ledProgrammeHalf = implement(ledProgramme, {
  listChecks: {
    boardLines(rows: readonly { text?: string | null }[]) {
      const texts = rows.map(row => row.text ?? '')
      const odd = gbkProblem(texts.join(''))
      if (odd) return odd
      const long = texts.findIndex(text => toGbk(text).length > LINE_BYTES)
      return long < 0
        ? null
        : [`第 ${long + 1} 行最多 16 个汉字`, `Line ${long + 1} holds at most 16 Chinese characters or 32 letters`]
    },
  },
  async beforeWrite(ctx, values, before) {
    const { state, ...shown } = { ...before, ...values }
    const texts = textsOf(shown)
    // One that was switched off for a word keeps its text until somebody changes it or switches it on.
    if (state !== ON && before && JSON.stringify(texts) === JSON.stringify(textsOf(before))) return
    await refuseTexts(ctx, texts)
  },
  async afterWrite(ctx, row, _before, given) {
    const before = await devicesOf(ctx.sql, [row.id])
    if ('deviceIds' in given) await setDevices(ctx, row, given.deviceIds)
    await touch(ctx, [...before, ...(await devicesOf(ctx.sql, [row.id]))])
  },
  async afterRemove(ctx, row) {
    const devices = await devicesOf(ctx.sql, [row.id])
    await ctx.sql(sql`delete from displays.programme_device where programme_id = ${row.id}`)
    await touch(ctx, devices)
  },
  async compute(ctx, rows) {
    const shown = await ctx.sql<{ programme_id: string; id: string; name: string }>(
      sql`select pd.programme_id, d.id, d.name from displays.programme_device pd
        join devices.device d on d.id = pd.device_id and d.deleted_at is null
        where pd.programme_id = any(${rows.map(row => row.id)}::bigint[]) order by d.name, d.id`,
    )
    const confirmed = await confirmedDevices(
      ctx.sql,
      DOCUMENT,
      shown.map(one => one.id),
    )
    for (const row of rows) {
      const own = shown.filter(one => one.programme_id === row.id)
      Object.assign(row, {
        deviceCount: own.length,
        delivery: deliveryWords(ctx, own.filter(one => confirmed.has(one.id)).length, own.length),
        deviceIds: own.map(one => one.id),
        [refName('deviceIds')]: own.map(one => one.name),
      })
    }
  },
})

export const programmeDevices = following(ledProgramme, {
  keeps: [
    {
      table: 'displays.programme_device',
      by: 'programme_id',
      label: ['显示屏', 'Display'],
      parentExists: sql`exists (select from devices.device d
        where d.id = k.device_id and d.deleted_at is null and d.app_id = k.app_id)`,
    },
  ],
  async restored(ctx, row) {
    // A word may have been forbidden since it was removed.
    const [shown] = await ctx.sql<Pick<ProgrammeRow, 'lines' | 'voice'>>(
      sql`select lines, voice from displays.programme where id = ${row.id} and state = ${ON}`,
    )
    if (shown) await refuseTexts(ctx, textsOf(shown))
    await touch(ctx, await devicesOf(ctx.sql, [row.id]))
  },
})

/** The hours of programmes changed. */
export const programmeHours = contributes(timePlan, {
  async holds(ctx, id) {
    const [row] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from displays.programme where time_plan_id = ${id} and deleted_at is null`,
    )
    return { count: row!.n, text: [`${row!.n} 个节目`, `${row!.n} programmes`] }
  },
  on: {
    async changed(ctx, { id }) {
      const rows = await ctx.sql<{ id: string }>(
        sql`select id from displays.programme where time_plan_id = ${String(id)} and deleted_at is null`,
      )
      await touch(
        ctx,
        await devicesOf(
          ctx.sql,
          rows.map(row => row.id),
        ),
      )
    },
  },
})

export const programmesOfDevice = contributes(device, {
  on: {
    async unbound(ctx, { deviceId }) {
      await ctx.sql(sql`delete from displays.programme_device where device_id = ${deviceId}`)
    },
  },
})

/** A display that comes to an application or leaves it starts with an empty list. */
export const resetDisplays = handler({
  name: 'displays.emptied',
  on: ['device.bound', 'device.unbound'],
  async run(ports, event) {
    const { deviceId, deviceClass } = event.payload as { deviceId: string; deviceClass: string }
    if (displayClasses(ports).includes(deviceClass))
      await ports.db.tx(ENGINE, query => touchDocument(ports, query, DOCUMENT, [deviceId]))
  },
})
