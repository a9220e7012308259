/** Creates the programmes of a customer's displays through the public API; existing ones stay as people left them. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import { classes } from '#simulators/simulate.ts'
import type { Key } from './keyring.ts'
import type { DevicePlan, PlacePlan } from './places/PlacePlan.ts'

const holdsProgrammes = ({ deviceClass }: DevicePlan): boolean =>
  classes.get(deviceClass)!.documents.some(({ document }) => document === 'programme')

export async function ensureProgrammes(
  api: PublicApi,
  { programmes = [], devices }: PlacePlan,
  appId: string,
  keys: ReadonlyMap<string, Key>,
): Promise<void> {
  if (!programmes.length) return
  const inApp = `appId=${appId}`
  const named = async (path: string): Promise<{ id: string; name: string }[]> =>
    (await api.get<{ records: { id: string; name: string }[] }>(`${path}/page?${inApp}&size=100`)).records
  const [known, plans] = [await named('/api/device/programme'), await named('/api/person/timePlan')]
  const deviceIds = devices.filter(holdsProgrammes).flatMap(({ sn }) => keys.get(sn)?.id ?? [])
  for (const { timePlan, ...programme } of programmes) {
    if (known.some(row => row.name === programme.name)) continue
    const timePlanId = plans.find(row => row.name === timePlan)?.id
    await api.post(`/api/device/programme?${inApp}`, { ...programme, state: 1, deviceIds, timePlanId })
  }
}
