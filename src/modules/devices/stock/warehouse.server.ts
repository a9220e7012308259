/** The warehouse's server half: serial numbers and secrets, the owner of a device, its log, connected devices. */
import { PRODUCT_KEY, SECRET } from '#base/credentialTexts.ts'
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { serialOf } from '#base/identity.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { requireProof } from '#server/auth/requireProof.ts'
import type { Input, Row } from '#model/row.ts'
import { endpoint, implement } from '#server/parts.ts'
import type { Ctx } from '#server/ctx.ts'
import { assignDevices } from './assign.server.ts'
import { refusal } from '../connect/refusal.noun.ts'
import type { RunSql } from '#server/sql/db.ts'
import { listView } from '#server/crud/listView.ts'
import { device } from './device.noun.ts'
import { session } from '../facts/facts.noun.ts'

const newSecret = (): string => randomBytes(32).toString('base64url')
export const sealSecret = (ctx: Ctx, deviceId: string, secret: string): Buffer =>
  ctx.ports.vault.seal(secret, `devices.device|secret|${deviceId}`)

/** For the demo, which simulates devices of trials on this machine. */
export const openDeviceSecret = (vault: Ctx['ports']['vault'], deviceId: string, sealed: Buffer): string =>
  vault.open(sealed, `devices.device|secret|${deviceId}`).toString()

export interface Credentials {
  sn: string
  productKey: string
  deviceName: string
  secret: string
}

/**
 * Puts a device of a published model into the warehouse. Its secret is returned once and never again. `asEngine` can
 * access the devices of every organisation.
 */
export async function stockDevice(
  ctx: Ctx,
  given: {
    sn: string
    name: string
    modelId: string
    sourceId: string
    batchNo?: string | null
    remark?: string | null
    /** Whether the demo simulates it. */
    simulated?: boolean
  },
  asEngine: RunSql = query => ctx.ports.db.query({ role: 'engine' }, query),
): Promise<{ id: string; credentials: Credentials }> {
  const [model] = await ctx.sql<{
    type_code: string
    product_key: string
    state: number
    spec: Record<string, number | null>
  }>(sql`select type_code, product_key, state, spec from catalog.device_model where id = ${given.modelId}`)
  if (!model) throw invalidFields([{ field: 'modelId', text: ['型号不存在', 'The model does not exist'] }])
  if (model.state !== 1)
    throw invalidFields([{ field: 'modelId', text: ['型号尚未发布或已停产', 'The model is not published'] }])
  const [taken] = await asEngine(
    sql`select 1 from devices.device where sn_key = ${serialOf(given.sn)} or sn = ${given.sn}`,
  )
  if (taken) throw invalidFields([{ field: 'sn', text: ['序列号已存在', 'The serial number already exists'] }])
  const [id, secret] = [ctx.newId(), newSecret()]
  await ctx.sql(sql`insert into devices.device (id, source_id, sn, sn_key, name, model_id, device_class, product_key,
    secret_sealed, batch_no, remark, simulated, created_by, updated_by)
    values (${id}, ${given.sourceId}, ${given.sn}, ${serialOf(given.sn)}, ${given.name}, ${given.modelId}, ${model.type_code}, ${model.product_key}, ${sealSecret(ctx, id, secret)}, ${given.batchNo ?? null}, ${given.remark ?? null}, ${given.simulated ?? false}, ${ctx.user.userId}, ${ctx.user.userId})`)
  for (const [kind, component] of Object.entries(ctx.ports.classes.get(model.type_code)!.components)) {
    const count = component.max === 'model' ? (model.spec[`${kind}Count`] ?? Math.max(1, component.min)) : component.max
    for (let no = 1; no <= count; no += 1)
      await ctx.sql(
        sql`insert into devices.component (id, device_id, source_id, kind, no) values (${ctx.newId()}, ${id}, ${given.sourceId}, ${kind}, ${no})`,
      )
  }
  return { id, credentials: { sn: given.sn, productKey: model.product_key, deviceName: given.sn, secret } }
}

/** Stocks a device for the caller's own organisation; returns its credentials besides its id. */
async function addDevice(ctx: Ctx, input: Input): Promise<Row & Credentials> {
  const made = await stockDevice(ctx, {
    sn: String(input.sn),
    name: String(input.name),
    modelId: String(input.modelId),
    sourceId: ctx.user.sourceId,
    batchNo: input.batchNo as string | null,
    remark: input.remark as string | null,
  })
  await ctx.audit({ action: 'add', object: 'device', objectId: made.id, objectName: String(input.sn) })
  return { id: made.id, ...made.credentials }
}

/** A device can move to another organisation only while no application has it, and within the quota of an agency. */
async function judgeOwner(ctx: Ctx, sourceId: string, before: Row): Promise<void> {
  if (before.appId !== null)
    throw new Refusal('in_use', {
      text: ['设备已绑定应用，请先解绑', 'The device is bound to an application; unbind it first'],
    })
  await requireProof(ctx.ports, ctx.user)
  const { quota, held } = await agencyQuota(ctx, sourceId, sql`for update`)
  if (quota !== null && held >= quota) throw quotaUsedUp(quota)
}

/** The quota of an agency; other organisations have none. */
async function agencyQuota(ctx: Ctx, sourceId: string, lock = sql``): Promise<{ quota: number | null; held: number }> {
  const [agency] = await ctx.sql<{ quota: number | null; held: number }>(
    sql`select device_quota as quota,
      (select count(*)::int from devices.device where source_id = a.id and deleted_at is null) as held
      from organisation.agency a where a.id = ${sourceId} ${lock}`,
  )
  return agency ?? { quota: null, held: 0 }
}
const quotaUsedUp = (quota: number): Refusal =>
  new Refusal('full', {
    text: [`该代理商的设备配额为${quota}台，已满`, `The agency's quota of ${quota} devices is used up`],
  })

export const deviceHalf = implement(device, {
  async beforeWrite(ctx, values, before) {
    if (before && values.sourceId && values.sourceId !== before.sourceId) await judgeOwner(ctx, values.sourceId, before)
  },
  add: addDevice,
  shownOnce: [
    { name: 'sn', label: device.fields.sn.label },
    { name: 'productKey', label: PRODUCT_KEY },
    { name: 'deviceName', label: ['设备标识', 'Device name'] },
    { name: 'secret', label: SECRET },
  ],
  async compute(ctx, rows) {
    const sessions = await ctx.sql<{ device_id: string; online: boolean; last_seen_at: string | null }>(
      sql`select device_id, online, last_seen_at from devices.session where device_id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    for (const row of rows) {
      const own = sessions.find(entry => entry.device_id === row.id)
      Object.assign(row, { online: own?.online ?? false, lastSeenAt: own?.last_seen_at ?? null })
    }
  },
  afterRemove: ctx => ctx.bump('devices'),
  async afterRestore(ctx, row) {
    // The row is already included.
    const { quota, held } = await agencyQuota(ctx, row.sourceId)
    if (quota !== null && held > quota) throw quotaUsedUp(quota)
    await ctx.bump('devices')
  },
  actions: {
    assign: assignDevices,
    disable: (ctx, input) => setEnabled(ctx, input.id!, false, input.reason),
    enable: (ctx, input) => setEnabled(ctx, input.id!, true, null),
    async rotateSecret(ctx, input) {
      const [row] = await ctx.sql<{ id: string; sn: string; product_key: string; secret_sealed: Buffer }>(
        sql`select id, sn, product_key, secret_sealed from devices.device where id = ${input.id} and deleted_at is null for update`,
      )
      if (!row) throw new Refusal('not_found')
      const secret = newSecret()
      await ctx.sql(
        sql`update devices.device
          set old_secret_sealed = secret_sealed, old_secret_until = now() + interval '24 hours',
          secret_sealed = ${sealSecret(ctx, row.id, secret)}, rev = rev + 1
          where id = ${row.id}`,
      )
      await ctx.audit({ action: 'rotateSecret', object: 'device', objectId: row.id, objectName: row.sn })
      return { sn: row.sn, productKey: row.product_key, deviceName: row.sn, secret } satisfies Credentials
    },
    async kick(ctx, input) {
      const [row] = await ctx.sql<{ id: string; sn: string }>(
        sql`select id, sn from devices.device where id = ${input.id}`,
      )
      if (!row) throw new Refusal('not_found')
      ctx.ports.bus.publish('kick', { deviceId: row.id })
      await ctx.audit({ action: 'kick', object: 'device', objectId: row.id, objectName: row.sn })
      return true
    },
  },
})

async function setEnabled(ctx: Ctx, id: string, enabled: boolean, reason: string | null): Promise<boolean> {
  const [row] = await ctx.sql<{ id: string; sn: string }>(
    sql`update devices.device
      set enabled = ${enabled}, rev = rev + 1, updated_at = now(), updated_by = ${ctx.user.userId}
      where id = ${id} and deleted_at is null returning id, sn`,
  )
  if (!row) throw new Refusal('not_found')
  await ctx.bump('devices')
  await ctx.audit({
    action: enabled ? 'enable' : 'disable',
    object: 'device',
    objectId: id,
    objectName: row.sn,
    reason,
  })
  return true
}

/** Stocking returns the credentials once; so it is an endpoint of its own in place of the derived one. */
export const stock = endpoint({
  method: 'POST',
  path: '/api/device/warehouse',
  access: 'device:add',
  scope: 'source',
  summary: ['登记一台设备入库，设备密钥只返回一次', 'Stocks one device; answers its secret once'],
  input: {
    sn: device.fields.sn,
    name: device.fields.name,
    modelId: device.fields.modelId,
    batchNo: device.fields.batchNo,
    remark: device.fields.remark,
  },
  run: addDevice,
})

/** The identity in a refused call is a serial number: a user limited to some organisations sees those of their own devices. */
export const refusalHalf = implement(refusal, {
  narrowsToOwn: true,
  narrow: ({ user }) =>
    user.sources === 'all'
      ? []
      : [
          sql`t.identity in (select d.sn from devices.device d where d.source_id = any(${user.sources}::bigint[])
            union all select d.product_key || '/' || d.sn from devices.device d where d.source_id = any(${user.sources}::bigint[]))`,
        ],
})

export const sessionHalf = implement(session, {
  actions: {
    async kick(ctx, input) {
      const [row] = await ctx.sql<{ device_id: string }>(
        sql`select device_id from devices.session where device_id = ${input.id}`,
      )
      if (!row) throw new Refusal('not_found')
      ctx.ports.bus.publish('kick', { deviceId: row.device_id })
      await ctx.audit({ action: 'kick', object: 'session', objectId: row.device_id })
      return true
    },
  },
})

/** Only open sessions: the noun's table also has the last session of each offline device. */
export const liveSessions = endpoint({
  method: 'GET',
  path: '/api/device/session/page',
  access: 'session:list',
  scope: 'source',
  summary: ['当前的在线会话', 'The live sessions'],
  // Joined outside, so that a total without filters on devices and applications does not read them.
  run: (ctx, input) =>
    listView(ctx, session, input, {
      rows: sql`select s.device_id as id, d.sn, d.sn_key, d.name as device_name, d.device_class, s.app_id, a.name as app_name,
        s.protocol, s.gateway_id, g.name as gateway_name, s.address, s.node, s.keep_alive_s,
          s.opened_at, s.last_seen_at, s.epoch
        from devices.session s left join devices.device d on d.id = s.device_id
        left join devices.device g on g.id = s.gateway_id
        left join applications.application a on a.id = s.app_id where s.online`,
      more: ['appName', 'gatewayName'],
    }),
})
