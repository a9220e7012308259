/** Adds the people of a customer, grants them their doors, and creates the linkage rules, through the public API. */
import { portraitOf } from '#simulators/camera.ts'
import { lookOf } from '#simulators/bust.ts'
import { notifyAct } from '#modules/notices/notices.linkage.ts'
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { Place } from './buildPlace.ts'
import type { Key } from './keyring.ts'
import type { Cast, PlacePlan } from './places/PlacePlan.ts'

const AT_ONCE = 4
const DAY_MS = 86_400_000

export interface Enrolled {
  person: Cast
  id: string
  shortNo: string
}
interface Row {
  id: string
  name: string
  personNo: string
  shortNo: string
}

export async function enrol(
  api: PublicApi,
  plan: PlacePlan,
  place: Place,
  keys: ReadonlyMap<string, Key>,
): Promise<Enrolled[]> {
  const inApp = `appId=${place.appId}`
  const groups = await buildGroups(api, plan, inApp)
  const people = await enrolPeople(api, plan, place, inApp)
  for (const group of plan.groups) {
    const personIds = people.filter(({ person }) => person.group === group.name).map(({ id }) => id)
    await api.post(`/api/person/authGroup/${groups.get(group.name)}/addPeople?${inApp}`, { personIds })
  }
  await buildLinkage(api, plan, inApp, keys)
  return people
}

/** People that were already added, by their number: found again after an interrupted start. */
async function enrolPeople(api: PublicApi, { cast }: PlacePlan, place: Place, inApp: string): Promise<Enrolled[]> {
  const known: Row[] = []
  for (let current = 1; ; current += 1) {
    const { records, pages } = await api.get<{ records: Row[]; pages: number }>(
      `/api/person/person/page?${inApp}&size=100&current=${current}`,
    )
    known.push(...records)
    if (current >= pages) break
  }
  const waiting = [...cast]
  const people: Enrolled[] = []
  const work = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      const row = known.find(entry => entry.personNo === person.personNo) ?? (await enrolOne(api, place, inApp, person))
      people.push({ person, id: row.id, shortNo: row.shortNo })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return people
}

async function enrolOne(api: PublicApi, place: Place, inApp: string, person: Cast): Promise<Row> {
  const look = lookOf(person.name, {
    gender: person.gender,
    age: person.age,
    ...(person.style ? { style: person.style } : {}),
  })
  const portrait = person.portrait
    ? [
        (
          await api.upload(
            `/api/admin/sys-file/upload?kind=portrait&${inApp}`,
            await portraitOf(look, person.portrait),
            'portrait.jpg',
          )
        ).id,
      ]
    : null
  const row = await api.post<Row>(`/api/person/person?${inApp}`, {
    name: person.name,
    personNo: person.personNo,
    orgId: place.orgs.get(person.org),
    personType: person.type,
    gender: person.gender,
    phone: person.phone,
    ...(portrait ? { portrait, consent: true } : {}),
    ...(person.card ? { cards: [person.card] } : {}),
    ...(person.pin ? { pin: person.pin } : {}),
    ...(person.plate ? { plates: [person.plate] } : {}),
    ...(person.validDays !== undefined
      ? {
          validFrom: new Date(Date.now() - 200 * DAY_MS).toISOString(),
          validTo: new Date(Date.now() + person.validDays * DAY_MS).toISOString(),
        }
      : {}),
  })
  if (person.paused) await api.post(`/api/person/person/${row.id}/pause?${inApp}`)
  return row
}

async function buildGroups(api: PublicApi, plan: PlacePlan, inApp: string): Promise<Map<string, string>> {
  const doors = await api.get<{ id: string; deviceName: string }[]>(`/api/person/authGroup/doors?${inApp}`)
  const named = async (path: string): Promise<Map<string, string>> => {
    const { records } = await api.get<{ records: { id: string; name: string }[] }>(`${path}/page?${inApp}&size=100`)
    return new Map(records.map(row => [row.name, row.id]))
  }
  const timePlans = await named('/api/person/timePlan')
  for (const timePlan of plan.timePlans)
    if (!timePlans.has(timePlan.name))
      timePlans.set(timePlan.name, (await api.post<{ id: string }>(`/api/person/timePlan?${inApp}`, timePlan)).id)
  const groups = await named('/api/person/authGroup')
  for (const { name, remark, devices, timePlan } of plan.groups) {
    if (groups.has(name)) continue
    const row = await api.post<{ id: string }>(`/api/person/authGroup?${inApp}`, {
      name,
      remark,
      doorIds: doors.filter(door => devices.includes(door.deviceName)).map(door => door.id),
      ...(timePlan ? { timePlanId: timePlans.get(timePlan) } : {}),
    })
    groups.set(name, row.id)
  }
  return groups
}

async function buildLinkage(
  api: PublicApi,
  { devices, linkages }: PlacePlan,
  inApp: string,
  keys: ReadonlyMap<string, Key>,
): Promise<void> {
  const idOf = (name: string): string => keys.get(devices.find(device => device.name === name)!.sn)!.id
  const known = await api.get<{ records: { name: string }[] }>(`/api/device/linkage/page?${inApp}&size=100`)
  const sites = await api.get<{ records: { id: string; name: string }[] }>(`/api/admin/site/page?${inApp}&size=100`)
  const siteOf = (name: string): string => sites.records.find(row => row.name === name)!.id
  const { sysUser } = await api.get<{ sysUser: { userId: string } }>('/api/admin/user/info')
  // Plans name no accounts: the account that builds the place is notified.
  const filled = ({ identifier, params }: { identifier: string; params?: object }): { params?: object } =>
    identifier === notifyAct.key ? { params: { ...params, accountIds: [sysUser.userId] } } : {}
  for (const { at, site, trigger, actions, ...rule } of linkages)
    if (!known.records.some(row => row.name === rule.name))
      await api.post(`/api/device/linkage?${inApp}`, {
        ...rule,
        trigger: { ...trigger, ...(site ? { siteId: siteOf(site) } : {}) },
        triggerDeviceIds: at ? [idOf(at)] : [],
        actions: actions.map(({ device, ...action }) => ({ deviceId: idOf(device), ...action, ...filled(action) })),
        mode: 0,
        state: 1,
      })
}
