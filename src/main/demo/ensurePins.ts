/** Creates the temporary PINs of a customer through the public API, where there are none: earlier ones, some in force, some that wait. */
import { pinMadeBefore } from '#modules/codes/api.ts'
import { PIN_KINDS } from '#modules/codes/pinOrder.noun.ts'
import type { Ports } from '#server/ports.ts'
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { PinPlan, PlacePlan } from './places/PlacePlan.ts'

const PATH = '/api/person/pinOrder'
const HOUR_MS = 3_600_000
interface Named {
  id: string
  name: string
}

export async function ensurePins(ports: Ports, api: PublicApi, { settings }: PlacePlan, appId: string): Promise<void> {
  const inApp = `appId=${appId}`
  const pins = settings?.pins ?? []
  if (!pins.length || (await api.get<{ total: number }>(`${PATH}/page?${inApp}&size=1`)).total) return
  const doors = await api.get<{ id: string; deviceName: string }[]>(`/api/person/authGroup/doors?${inApp}`)
  for (const pin of pins) {
    const { device, holder, phone, timePlan } = pin
    const whose = phone
      ? { visitorName: holder, visitorPhone: phone }
      : { personId: await idOf(api, `/api/person/person/page?${inApp}`, holder) }
    const { id } = await api.post<{ id: string }>(`${PATH}?${inApp}`, {
      ...{ kind: PIN_KINDS[pin.kind][0], purpose: pin.purpose, ...whose },
      ...{ doorIds: doors.filter(door => door.deviceName === device).map(door => door.id) },
      validTo: new Date(Date.now() + pin.hours * HOUR_MS).toISOString(),
      ...(pin.mostUses ? { mostUses: pin.mostUses } : {}),
      ...(timePlan ? { timePlanId: await idOf(api, `/api/person/timePlan/page?${inApp}`, timePlan) } : {}),
    })
    await bringOn(api, pin, `${PATH}/${id}`, inApp)
    if (pin.daysAgo) await pinMadeBefore(ports, id, pin.daysAgo)
  }
}

async function bringOn(api: PublicApi, { asked, revoked }: PinPlan, path: string, inApp: string): Promise<void> {
  if (!asked) await api.post(`${path}/approve?${inApp}`)
  if (revoked) await api.post(`${path}/revoke?${inApp}`, { reason: revoked })
}

async function idOf(api: PublicApi, page: string, name: string): Promise<string | undefined> {
  const { records } = await api.get<{ records: Named[] }>(`${page}&size=10&name=${encodeURIComponent(name)}`)
  return records.find(row => row.name === name)?.id
}
