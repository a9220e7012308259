/** Assigns the devices of a customer to groups, through the public API. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import { classes } from '#simulators/simulate.ts'
import type { Key } from './keyring.ts'
import type { DevicePlan, PlacePlan } from './places/PlacePlan.ts'

const categoryOf = ({ deviceClass }: DevicePlan): string => classes.get(deviceClass)!.category
const hasAbility = ({ deviceClass }: DevicePlan, name: string): boolean =>
  classes.get(deviceClass)!.abilities.some(ability => ability.name === name)
const isVehicular = (plan: DevicePlan): boolean => categoryOf(plan) === 'vehicle' && !plan.behaves?.forPeople

const GROUPS: readonly { name: string; remark: string; has(plan: DevicePlan): boolean }[] = [
  {
    ...{ name: '车行出入口', remark: '岗亭值守，夜间每小时巡查' },
    has: plan => isVehicular(plan) || plan.name.includes('车'),
  },
  {
    ...{ name: '人行出入口', remark: '人脸终端，每周清洁镜头' },
    has: plan => (hasAbility(plan, 'faces') && !plan.home) || plan.behaves?.forPeople === true,
  },
  { ...{ name: '安防报警', remark: '24 小时值守' }, has: plan => ['alarm', 'video'].includes(categoryOf(plan)) },
  { name: '楼内门', remark: '断电后常开，消防联动', has: () => true },
]

export async function groupDevices(
  api: PublicApi,
  { devices }: PlacePlan,
  appId: string,
  keys: ReadonlyMap<string, Key>,
): Promise<void> {
  const { records } = await api.get<{ records: { name: string }[] }>(`/api/device/group/page?appId=${appId}&size=100`)
  const grouped = Map.groupBy(devices, plan => GROUPS.findIndex(group => group.has(plan)))
  for (const [at, { name, remark }] of GROUPS.entries()) {
    const ids = (grouped.get(at) ?? []).flatMap(({ sn }) => keys.get(sn)?.id ?? [])
    if (!ids.length || records.some(row => row.name === name)) continue
    const { id } = await api.post<{ id: string }>(`/api/device/group?appId=${appId}`, { name, remark, sort: at })
    await api.post(`/api/device/bind/assignGroup?appId=${appId}`, { ids, groupId: id })
  }
}
