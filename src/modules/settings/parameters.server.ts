/** Requested parameters of a device: stored while it is offline, sent when it returns, and sent again after it lost them. */
import sql from 'sql-template-tag'
import { CHOOSE_REASON, NOT_SUPPORTED } from '#base/deviceTexts.ts'
import { json, ref, text } from '#model/field.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Input, Params } from '#model/row.ts'
import { answers, data } from '#server/describe/answers.ts'
import { count, maybe, shape, word, yes } from '#server/describe/shape.ts'
import { documents, versionOf } from '#server/delivered.ts'
import { endpoint, handler } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import { SET_PROPERTIES } from '#modules/devices/command/commandWords.rules.ts'
import { heldIn } from '#modules/devices/command/mustEnd.rules.ts'
import { judgeValues, riskOf } from '#modules/devices/command/setProperties.rules.ts'
import { deviceBind } from '#modules/devices/stock/deviceBind.noun.ts'
import { touchDocument } from '#modules/sync/api.ts'

const ENGINE = { role: 'engine' } as const
const DOCUMENT = 'parameters'

interface ParameterRow {
  device_id: string
  key: string
  value: unknown
}
/** A device of which nothing was ever wanted has no such document. */
export const parameters = documents({
  document: DOCUMENT,
  async wanted(query, deviceIds) {
    const rows = await query<ParameterRow>(
      sql`select p.device_id, p.key, p.value from settings.parameter p
        join devices.device d on d.id = p.device_id and d.app_id = p.app_id
        where p.device_id = any(${deviceIds}::bigint[]) order by p.device_id, p.key`,
    )
    return new Map(
      [...Map.groupBy(rows, row => row.device_id)].map(([id, own]) => {
        const content = own.map(({ key, value }) => ({ key, value }))
        return [
          id,
          {
            version: versionOf(content),
            content,
            name: own
              .map(row => row.key)
              .join('、')
              .slice(0, 200),
          },
        ]
      }),
    )
  },
})

const write = (query: Query, deviceId: string, values: Readonly<Params>, by: string | null): Promise<unknown> =>
  query(sql`insert into settings.parameter as p (device_id, key, app_id, source_id, value, updated_by)
    select d.id, v.key, d.app_id, d.source_id, v.value, ${by}
    from devices.device d, jsonb_each(${JSON.stringify(values)}::jsonb) v
    where d.id = ${deviceId} and d.app_id is not null
    on conflict (device_id, key) do update set value = excluded.value, app_id = excluded.app_id,
      source_id = excluded.source_id, updated_at = now(), updated_by = excluded.updated_by`)

/** By the names of properties. */
const VALUES = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } } as const

export const requestParameters = endpoint({
  method: 'POST',
  path: '/api/device/setting/parameters',
  access: 'command:setProperties',
  scope: 'application',
  input: {
    deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true }),
    values: json(['参数', 'Parameters'], { required: true, schema: VALUES }),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  summary: [
    '设备应有的参数；离线时等设备上线后下发',
    'Parameters that a device is to have; delivered when it is next online',
  ],
  async run(ctx, { deviceId, values, reason }) {
    const [found] = await ctx.sql<{ id: string; name: string; device_class: string }>(
      sql`select id, name, device_class from devices.device
        where id = ${deviceId} and app_id = ${ctx.appId} and deleted_at is null`,
    )
    if (!found) throw new Refusal('not_found')
    const deviceClass = ctx.ports.classes.get(found.device_class)
    if (!deviceClass?.documents.some(held => held.document === DOCUMENT))
      throw new Refusal('invalid', { text: NOT_SUPPORTED })
    const judged = judgeValues(deviceClass, '', values as Input)
    if ('problems' in judged) throw invalidFields(judged.problems)
    // What moves or opens something must never act late.
    const risk = riskOf(deviceClass, judged.ok as Input)
    if (risk === 'opens' || risk === 'moves' || heldIn(deviceClass, judged.ok))
      throw new Refusal('device_offline', {
        text: [
          '这项设置会让设备动作，只能在设备在线时下发',
          'This setting makes the device act; it can only be sent while the device is online',
        ],
      })
    if (risk !== 'none' && !reason) throw invalidFields([{ field: 'reason', text: CHOOSE_REASON }])
    await write(ctx.sql, found.id, judged.ok, ctx.user.userId)
    await touchDocument(ctx.ports, ctx.sql, DOCUMENT, [found.id])
    await ctx.audit({
      ...{ action: SET_PROPERTIES, object: deviceBind.key, objectId: found.id, objectName: found.name },
      changes: { values: judged.ok },
      reason: reason ?? null,
    })
    return true
  },
})

/** A parameter that was set at the device later keeps that value: it replaces the requested one. */
export const parametersSetAtDevice = handler({
  name: 'settings.set',
  on: ['command.finished'],
  async run(ports, event) {
    const { commandId, deviceId } = event.payload as { commandId: string; deviceId: string }
    await ports.db.tx(ENGINE, async query => {
      const changed = await query<{ key: string }>(
        sql`update settings.parameter p set value = c.params->p.key, updated_at = now(), updated_by = c.user_id
          from devices.command c
          where c.id = ${commandId} and c.identifier = ${SET_PROPERTIES} and c.state = 3 and c.component = ''
            and p.device_id = c.device_id and c.params ? p.key and p.value is distinct from c.params->p.key
          returning p.key`,
      )
      if (changed.length) await touchDocument(ports, query, DOCUMENT, [deviceId])
    })
  },
})

export const settingAnswers = answers({
  'POST /api/device/setting/parameters': data(yes),
  'GET /api/device/doorControl/page': { query: { id: ['一扇门的编号', 'The id of one door'] } },
  'row doorControl': data(
    shape({ deviceName: word, siteName: maybe(word), openPlanName: maybe(word), settingRev: maybe(count) }),
  ),
})
