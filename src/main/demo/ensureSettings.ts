/** Creates how a customer set its devices up, through the public API; what exists already stays as people left it. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { PlacePlan, SettingsPlan } from './places/PlacePlan.ts'

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
  await issueCodes(api, settings, inApp)
  const escalations = await rowsOf<Named>('/api/device/escalation')
  const { sysUser } = await api.get<{ sysUser: { userId: string } }>('/api/admin/user/info')
  for (const { steps, ...one } of settings.escalations)
    if (!escalations.some(row => row.name === one.name))
      await api.post(`/api/device/escalation?${inApp}`, {
        ...{ ...one, state: 1 },
        steps: steps.map(step => ({ ...step, accountIds: [sysUser.userId] })),
      })
}

/** Only where none was issued. */
async function issueCodes(api: PublicApi, { codes = [] }: SettingsPlan, inApp: string): Promise<void> {
  if (!codes.length) return
  const { total } = await api.get<{ total: number }>(`/api/person/code/page?${inApp}&size=1`)
  if (total > 0) return
  for (const { person, hours, ...code } of codes) {
    const { records } = await api.get<{ records: Named[] }>(
      `/api/person/person/page?${inApp}&size=10&name=${encodeURIComponent(person)}`,
    )
    const holder = records.find(row => row.name === person)
    const validTo = new Date(Date.now() + hours * 3_600_000).toISOString()
    if (holder) await api.post(`/api/person/code/issue?${inApp}`, { ...code, personId: holder.id, validTo })
  }
}
