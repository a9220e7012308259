/** Enrols the demo's people, gives them their doors, and makes the linkage rules, through the public API. */
import { portraitOf } from '#simulators/camera.ts'
import { lookOf } from '#simulators/bust.ts'
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { Place } from './buildPlace.ts'
import { cast, type Cast } from './cast.ts'
import type { Key } from './keyring.ts'
import { BY_DAY_PLAN, DEVICES, GROUPS } from './plan.ts'

const AT_ONCE = 3
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

export async function enrol(api: PublicApi, place: Place, keys: ReadonlyMap<string, Key>): Promise<Enrolled[]> {
  const inApp = `appId=${place.appId}`
  const groups = await buildGroups(api, inApp)
  const people = await enrolPeople(api, place, inApp)
  for (const group of GROUPS) {
    const personIds = people.filter(({ person }) => person.group === group.name).map(({ id }) => id)
    await api.post(`/api/person/authGroup/${groups.get(group.name)}/addPeople?${inApp}`, { personIds })
  }
  await buildLinkage(api, inApp, keys)
  return people
}

/** Who is enrolled already, by their number: found again after a start that was cut short. */
async function enrolPeople(api: PublicApi, place: Place, inApp: string): Promise<Enrolled[]> {
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

async function buildGroups(api: PublicApi, inApp: string): Promise<Map<string, string>> {
  const doors = await api.get<{ id: string; deviceName: string }[]>(`/api/person/authGroup/doors?${inApp}`)
  const plans = await api.get<{ records: { id: string; name: string }[] }>(
    `/api/person/timePlan/page?${inApp}&size=100`,
  )
  const byDay =
    plans.records.find(plan => plan.name === BY_DAY_PLAN.name) ??
    (await api.post<{ id: string }>(`/api/person/timePlan?${inApp}`, BY_DAY_PLAN))
  const known = await api.get<{ records: { id: string; name: string }[] }>(
    `/api/person/authGroup/page?${inApp}&size=100`,
  )
  const groups = new Map(known.records.map(group => [group.name, group.id]))
  for (const group of GROUPS) {
    if (groups.has(group.name)) continue
    const doorIds = doors
      .filter(door => (group.devices as readonly string[]).includes(door.deviceName))
      .map(door => door.id)
    const row = await api.post<{ id: string }>(`/api/person/authGroup?${inApp}`, {
      name: group.name,
      remark: group.remark,
      doorIds,
      ...(group.byDay ? { timePlanId: byDay.id } : {}),
    })
    groups.set(group.name, row.id)
  }
  return groups
}

/** A face at the south lane lowers the bollard; fire in the service centre frees the stairs' doors. */
async function buildLinkage(api: PublicApi, inApp: string, keys: ReadonlyMap<string, Key>): Promise<void> {
  const idOf = (name: string): string => keys.get(DEVICES.find(device => device.name === name)!.sn)!.id
  const rules = [
    {
      name: '南门车道 刷脸落柱',
      deviceClass: 'faceEqui',
      triggerDeviceIds: [idOf('南门车道')],
      triggerEvent: 'recognise',
      conditions: { result: 1 },
      actions: [{ deviceId: idOf('南门车道升降柱'), identifier: 'fall' }],
      mode: 0,
      silentS: 0,
      state: 1,
    },
    {
      name: '消防联动 打开楼栋门',
      deviceClass: 'accessControlDevice',
      triggerDeviceIds: [idOf('物业中心')],
      triggerEvent: 'fire',
      conditions: {},
      mode: 0,
      silentS: 600,
      state: 1,
      actions: ['1 栋单元门', '3 栋单元门'].flatMap(name =>
        [1, 2].map(no => ({ deviceId: idOf(name), component: `door:${no}`, identifier: 'openDoor' })),
      ),
    },
  ]
  const known = await api.get<{ records: { name: string }[] }>(`/api/device/linkage/page?${inApp}&size=100`)
  for (const rule of rules)
    if (!known.records.some(row => row.name === rule.name)) await api.post(`/api/device/linkage?${inApp}`, rule)
}
