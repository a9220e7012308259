/** What the page of a scanned label adds for users of the device's application: whether they may open it, and what they did here. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { dayOf, startOfDay } from '#base/zonedTime.ts'
import type { DeviceClass } from '#model/device.ts'
import { Refusal } from '#model/error.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { inPlaces, limitedIn } from '#server/auth/places.ts'
import type { Principal } from '#server/ctx.ts'
import { checkApp, type RequestApp } from '#server/http/scope.ts'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
/** Of a command: the device carried it out. */
const DONE = 3

interface Opens {
  command: string
  label: Text
  kind: string | null
  parts: { no: number; name: string | null }[]
}
export interface Scanned {
  id: string
  appId: string
  deviceClass: string
  zone: string
  userName: string
  opens: Opens | null
  lastOpenedAt: string | null
  passedToday: number | null
}
interface ScannedDevice {
  id: string
  app_id: string | null
  device_class: string
}

/** The application of the device; null for users who may not act in it. */
async function appOf(ports: Ports, user: Principal, appId: string): Promise<RequestApp | null> {
  try {
    return await checkApp(ports, user, appId)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** The command that lets a person pass, with the parts it is for; null for users who may not give commands, or not read what became of them. */
async function opensOf(
  ports: Ports,
  user: Principal,
  id: string,
  spec: DeviceClass | undefined,
): Promise<Opens | null> {
  const command = spec?.opens
  const opening = command ? spec.commands[command] : undefined
  if (!command || !opening || !user.permissions.has('command:send') || !user.permissions.has('command:view'))
    return null
  const kind = opening.per ?? null
  const parts = await ports.db.query<{ no: number; name: string | null }>(
    ENGINE,
    sql`select no, name from devices.component where device_id = ${id} and kind = ${kind} order by no`,
  )
  return { command, label: opening.label, kind, parts }
}

/** Whether the device is in the places of an account that is limited to some. */
async function inReach(ports: Ports, user: Principal, device: ScannedDevice): Promise<boolean> {
  if (!limitedIn(user, device.app_id)) return true
  const within = inPlaces(user, device.app_id)
  const found = await ports.db.query(ENGINE, sql`select 1 from devices.device d where d.id = ${device.id}${within}`)
  return found.length > 0
}

export async function scannedBy(
  ports: Ports,
  user: Principal | null | undefined,
  device: ScannedDevice,
): Promise<Scanned | null> {
  if (!user || device.app_id === null) return null
  const app = await appOf(ports, user, device.app_id)
  if (!app || !(await inReach(ports, user, device))) return null
  const opens = await opensOf(ports, user, device.id, ports.classes.get(device.device_class))
  const [last] = opens
    ? await ports.db.query<{ at: string }>(
        ENGINE,
        sql`select queued_at as at from devices.command where device_id = ${device.id}
          and user_id = ${user.userId} and identifier = ${opens.command} and state = ${DONE} order by id desc limit 1`,
      )
    : []
  const today = startOfDay(dayOf(ports.now(), app.zone), app.zone)
  const [passed] = mayRead(user, 'passRecord')
    ? await ports.db.query<{ n: number }>(
        ENGINE,
        sql`select count(*)::int as n from devices.passage
          where device_id = ${device.id} and app_id = ${app.appId} and time >= ${today} and result = 1`,
      )
    : []
  return {
    ...{ id: device.id, appId: app.appId, deviceClass: device.device_class, zone: app.zone },
    userName: user.nickname,
    opens,
    lastOpenedAt: last?.at ?? null,
    passedToday: passed?.n ?? null,
  }
}
