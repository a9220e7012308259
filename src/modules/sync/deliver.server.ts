/** Delivery: claims online devices with open differences, and sends one batch to each. */
import sql from 'sql-template-tag'
import { queueCommand } from '#modules/devices/api.ts'
import { CARRIES } from '#modules/devices/command/command.rules.ts'
import { heldOver } from '#devices/fields/carried.ts'
import type { DeviceClass } from '#model/device.ts'
import { worker } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { sendDocument } from './document.server.ts'
import { next, type Phase, type Step } from './next.server.ts'

const ENGINE = { role: 'engine' } as const
const IDLE_MS = 250
const DEVICES_AT_ONCE = 32
const CLAIM_S = 5
const AGAIN_S = 1

export const delivery = worker({
  name: 'sync',
  where: 'worker',
  async run(ports, signal) {
    const claimed = await ports.db.query<{ device_id: string; device_class: string; protocol: string | null }>(
      ENGINE,
      prepared(sql`
      with q as materialized (
        select sd.device_id, d.device_class, ss.protocol from sync.device sd
        join devices.device d on d.id = sd.device_id
        join devices.session ss on ss.device_id = sd.device_id and ss.online
        where sd.wake_at <= now() and coalesce(sd.claimed_until, '-infinity') < now() order by sd.wake_at
        limit ${DEVICES_AT_ONCE} for update of sd skip locked)
      update sync.device s
      set claimed_until = now() + make_interval(secs => ${CLAIM_S}),
      wake_at = now() + make_interval(secs => ${CLAIM_S})
      from q where s.device_id = q.device_id returning s.device_id, q.device_class, q.protocol`),
    )
    for (const device of claimed) {
      if (signal.aborted) break
      await serve(ports, device.device_id, device.device_class, device.protocol).catch((error: Error) => {
        ports.log.warn({ deviceId: device.device_id, error: error.message }, 'a device could not be served')
        return letGo(ports, device.device_id)
      })
    }
    return claimed.length === DEVICES_AT_ONCE ? 0 : IDLE_MS
  },
})

/** An obstacle such as a concurrent change of the same rows is soon over: the claim is released, and other devices do not wait. */
const letGo = (ports: Ports, deviceId: string): Promise<unknown> =>
  ports.db.query(
    ENGINE,
    prepared(sql`update sync.device set claimed_until = null, wake_at = now() + make_interval(secs => ${AGAIN_S})
      where device_id = ${deviceId}`),
  )

async function serve(ports: Ports, deviceId: string, classKey: string, protocol: string | null): Promise<void> {
  const known = ports.classes.get(classKey)
  const deviceClass = known && heldOver(known, protocol)
  await ports.db.tx(ENGINE, async query => {
    // Locked first, as in waking: in another order the two could deadlock.
    await query(prepared(sql`select 1 from sync.device where device_id = ${deviceId} for update`))
    // A device has one batch in flight; its end wakes it again.
    const [flying] = deviceClass
      ? await query(
          prepared(sql`select 1 from sync.flight where device_id = ${deviceId}
          union all select 1 from sync.document where device_id = ${deviceId} and command_id is not null limit 1`),
        )
      : []
    const sent = deviceClass && !flying ? await sendNext(ports, query, deviceId, deviceClass) : false
    if (!sent && !flying)
      await query(
        prepared(sql`delete from sync.follow f using sync.group_head h
          where f.device_id = ${deviceId} and f.leaving and h.group_id = f.group_id and f.put_seq >= h.seq`),
      )
    const [due] = await query<{ at: string | null }>(
      prepared(sql`select least((select min(next_at) from sync.exception where device_id = ${deviceId}),
        (select min(at) from sync.due where device_id = ${deviceId}),
        (select min(next_at) from sync.document where device_id = ${deviceId})) as at`),
    )
    // The claim moved the next check ahead; if it is due again, a change set it meanwhile, which may not have been seen.
    await query(
      prepared(sql`update sync.device
        set claimed_until = null,
        wake_at = case when wake_at <= clock_timestamp() then wake_at else coalesce(${sent ? null : (due?.at ?? null)}::timestamptz,
        'infinity') end
        where device_id = ${deviceId}`),
    )
  })
}

/** Revocations of every set come first, then documents, then what is due, and what is new. */
const ORDER = ['gone', 'documents', 'due', 'put'] as const satisfies readonly (Phase | 'documents')[]

async function sendNext(ports: Ports, query: Query, deviceId: string, deviceClass: DeviceClass): Promise<boolean> {
  for (const phase of ORDER) {
    if (phase === 'documents') {
      if (await sendDocument(ports, query, deviceId, deviceClass)) return true
      continue
    }
    for (const set of deviceClass.sets) {
      const step = await next({ query, kinds: ports.subjects, deviceId, set, now: ports.now() }, phase)
      if (!step) continue
      await putOnWire(ports, query, deviceId, step)
      return true
    }
  }
  return false
}

async function putOnWire(
  ports: Ports,
  query: Query,
  deviceId: string,
  { set, put, rightsAlone, items }: Step,
): Promise<void> {
  const part = !put ? set.remove : rightsAlone ? set.putRights! : set.put
  const commandId = await queueCommand(ports, query, {
    deviceId,
    identifier: part.command,
    // What is sent of the subjects is read when it is sent.
    params: { [part.list]: { count: items.length } },
    carries: CARRIES.content,
    subjects: items.map(({ subject }) => subject.id),
    origin: 'sync',
    userName: '同步',
  })
  const flights = items.map(({ subject, held }) => ({ ...subject, version: held?.version ?? null }))
  await query(
    prepared(sql`insert into sync.flight
      (device_id, item, subject_kind, subject_id, source_id, app_id, put, version, command_id)
    select d.id, ${set.item}, f.kind, f.id, d.source_id, d.app_id, ${put}, f.version, ${commandId}
    from jsonb_to_recordset(${JSON.stringify(flights)}::jsonb) as f(kind text, id bigint, version text),
      devices.device d
    where d.id = ${deviceId}
    on conflict (device_id, item, subject_kind, subject_id) do nothing`),
  )
}
