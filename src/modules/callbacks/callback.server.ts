/** The server half of callbacks: addresses checked when saved, secrets shown on demand, tests and resends. */
import { randomBytes } from 'node:crypto'
import sql, { join, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { heldBackRows, requirePoints, type Saver } from '#modules/identity/api.ts'
import { judgeUrl, OutboundRefused } from '#server/outbound/safeFetch.ts'
import { implement } from '#server/parts.ts'
import { callback } from './callback.noun.ts'
import { envelope } from './callback.rules.ts'
import { secretText } from './signature.server.ts'
import { deliveryFiguresOf } from './deliveryFigures.server.ts'
import { neededPoints } from './neededPoints.rules.ts'
import { bringForward, queueDelivery, replay } from './deliveryLine.server.ts'

/** The place a secret is bound to; it has the schema in which the table was when the first secrets were sealed. */
export const place = (id: string): string => `applications.callback|secret|${id}`

export const callbackHalf = implement(callback, {
  async beforeWrite(ctx, values, before) {
    if (typeof values.url === 'string') {
      await judgeUrl(values.url, ctx.ports.callbackAllow).catch((error: unknown) => {
        if (error instanceof OutboundRefused) throw invalidFields([{ field: 'url', text: error.text }])
        throw error
      })
    }
    if (!before) {
      if (!ctx.ports.classes.has(String(values.deviceClass)))
        throw invalidFields([{ field: 'deviceClass', text: ['没有这类设备', 'No such class of devices'] }])
      values.photoMode ??= 0
    }
    const { deviceClass, events } = { ...before, ...values }
    requirePoints(ctx.user, neededPoints(ctx.ports, String(deviceClass), events as string[]))
  },
  columns: (ctx, id) => [['secret_sealed', ctx.ports.vault.seal(randomBytes(32), place(id))]],
  async compute(ctx, rows) {
    const figures = await deliveryFiguresOf(
      ctx.sql,
      rows.map(row => row.id),
    )
    const savers = await ctx.sql<Saver & { id: string; deviceClass: string; events: string[] }>(
      sql`select id, updated_by as "userId", app_id as "appId", source_id as "sourceId", device_class as "deviceClass",
          events
        from callbacks.callback where id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    const why = await heldBackRows(
      ctx,
      savers.map(({ deviceClass, events, ...saver }) => ({
        ...saver,
        needed: neededPoints(ctx.ports, deviceClass, events),
      })),
    )
    for (const row of rows) {
      row.heldBack = why.get(row.id) ?? null
      const own = figures.get(row.id)
      Object.assign(row, { successRate: own?.percent ?? null, waiting: own?.waiting ?? 0, aside: own?.aside ?? 0 })
    }
  },
  async onMove(ctx, move, row) {
    // Who switches it on has saved it: from now on it acts for them.
    if (move === 'start') requirePoints(ctx.user, neededPoints(ctx.ports, row.deviceClass, row.events))
    if (move === 'start')
      await ctx.sql(
        sql`update callbacks.callback set failing_since = null, disabled_reason = null, probe_at = null where id = ${row.id}`,
      )
    if (move === 'start') await bringForward(ctx.sql, row.id)
  },
  actions: {
    async sendTest(ctx, input) {
      const [row] = await ctx.sql<{ id: string; device_class: string; source_id: string; events: string[] }>(
        sql`select id, device_class, source_id, events from callbacks.callback where id = ${input.id}`,
      )
      if (!row) throw new Refusal('not_found')
      const messageId = `msg_test_${ctx.newId()}`
      const body = envelope({
        id: messageId,
        type: 'test',
        appId: ctx.appId ?? '',
        deviceSn: 'TEST',
        subject: 'test',
        time: ctx.now.toISOString(),
        // Of the first kind that it asks for, so that the receiver gets what it will get.
        data: { test: true, ...ctx.ports.announcements.get(row.events[0] ?? '')?.sample },
      })
      const id = ctx.newId()
      await queueDelivery(ctx.sql, {
        id,
        appId: ctx.appId,
        sourceId: row.source_id,
        callbackId: row.id,
        deviceClass: row.device_class,
        messageId,
        type: 'test',
        deviceId: null,
        factId: null,
        body,
      })
      return { id }
    },
    async secret(ctx, input) {
      const [row] = await ctx.sql<{ id: string; name: string; secret_sealed: Buffer }>(
        sql`select id, name, secret_sealed from callbacks.callback where id = ${input.id}`,
      )
      if (!row) throw new Refusal('not_found')
      await ctx.audit({
        action: 'reveal',
        object: 'callback',
        objectId: row.id,
        objectName: row.name,
        reason: input.reason,
      })
      return { secret: secretText(ctx.ports.vault.open(row.secret_sealed, place(row.id))) }
    },
    async rotateSecret(ctx, input) {
      const [row] = await ctx.sql<{ id: string; name: string }>(
        sql`select id, name from callbacks.callback where id = ${input.id} for update`,
      )
      if (!row) throw new Refusal('not_found')
      const key = randomBytes(32)
      await ctx.sql(
        sql`update callbacks.callback
          set old_secret_sealed = secret_sealed, old_secret_until = now() + interval '24 hours',
          secret_sealed = ${ctx.ports.vault.seal(key, place(row.id))}, rev = rev + 1
          where id = ${row.id}`,
      )
      await ctx.audit({ action: 'rotateSecret', object: 'callback', objectId: row.id, objectName: row.name })
      return { secret: secretText(key) }
    },
    async resend(ctx, input) {
      const ids = Array.isArray(input.ids) ? input.ids.map(String).filter(isId).slice(0, 1000) : []
      if (!ids.length && !(input.from && input.to))
        throw invalidFields([{ field: 'from', text: ['请选择记录或时间范围', 'Choose deliveries or a period'] }])
      const found: Sql[] = [
        sql`created_at > now() - interval '30 days'`,
        ...(ids.length ? [sql`id = any(${ids}::bigint[])`] : [sql`created_at between ${input.from} and ${input.to}`]),
        ...(input.callbackId ? [sql`callback_id = ${input.callbackId}`] : []),
      ]
      const deliveries = await replay(ctx.sql, join(found, ' and '))
      await ctx.audit({ action: 'resend', object: 'callback', changes: { deliveries } })
      return deliveries
    },
    async samples(ctx) {
      return Object.fromEntries(
        [...ctx.ports.announcements.values()].map(({ key, devices, sample }) => [
          key,
          JSON.parse(
            envelope({
              id: 'msg_190000000000000009',
              type: key,
              appId: '190000000000000000',
              deviceSn: devices ? 'ACC24K7-0312' : null,
              subject: devices ? String(sample.door ?? 'device') : key,
              time: '2026-11-21T01:41:26.318Z',
              data: sample,
            }),
          ) as unknown,
        ]),
      )
    },
  },
})
