/** Creates how a customer set its devices up, through the public API; what exists already stays as people left it. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { PlacePlan } from './places/PlacePlan.ts'

interface Door {
  id: string
  deviceName: string
}
interface Named {
  id: string
  name: string
}

export async function ensureSettings(api: PublicApi, { settings }: PlacePlan, appId: string): Promise<void> {
  if (!settings) return
  const inApp = `appId=${appId}`
  const rowsOf = async <R>(path: string): Promise<R[]> =>
    (await api.get<{ records: R[] }>(`${path}/page?${inApp}&size=100`)).records
  const doors = await api.get<Door[]>(`/api/person/authGroup/doors?${inApp}`)
  const plans = await rowsOf<Named>('/api/person/timePlan')
  const set = await rowsOf<{ doorId: string }>('/api/device/doorSetting')
  for (const { device, openPlan, ...setting } of settings.doors)
    for (const { id: doorId } of doors.filter(door => door.deviceName === device))
      if (!set.some(row => row.doorId === doorId))
        await api.post(`/api/device/doorSetting?${inApp}`, {
          ...{ ...setting, doorId },
          openPlanId: plans.find(({ name }) => name === openPlan)?.id ?? null,
        })
  const words = await rowsOf<{ word: string }>('/api/device/forbiddenWord')
  for (const one of settings.words)
    if (!words.some(row => row.word === one.word)) await api.post(`/api/device/forbiddenWord?${inApp}`, one)
  const escalations = await rowsOf<Named>('/api/device/escalation')
  const { sysUser } = await api.get<{ sysUser: { userId: string } }>('/api/admin/user/info')
  for (const { steps, ...one } of settings.escalations)
    if (!escalations.some(row => row.name === one.name))
      await api.post(`/api/device/escalation?${inApp}`, {
        ...{ ...one, state: 1 },
        steps: steps.map(step => ({ ...step, accountIds: [sysUser.userId] })),
      })
}
