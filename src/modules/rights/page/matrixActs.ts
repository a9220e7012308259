/** Actions on the people selected in the matrix: adding doors, retrying failures, and revoking rights. */
import { counted } from '#base/counted.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import { invalidateRows } from '#console/data/queries.ts'
import type { BulkRows } from '#console/crud/job/startBulk.ts'
import { get, post } from '#console/data/request.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Noun } from '#model/noun.ts'
import type { Door, Matrix, MatrixPerson } from './matrix.ts'

const API = '/api/person/auth'

const done = (words: readonly [string, string]): void => {
  toast.ok(words)
  void invalidateRows(API)
}

export async function sendAgain(ids: readonly string[]): Promise<void> {
  const items = await post<number>(`${API}/retry`, { personIds: ids }).catch(() => undefined)
  if (items === 0) toast.info(['所选人员没有失败的授权', 'Nothing has failed for these people'])
  else if (items !== undefined) done([`已重新下发 ${items} 项`, `${items} sent again`])
}

export async function revoke(ids: readonly string[], deviceClass: DeviceClass): Promise<void> {
  const agreed = await confirm({
    message: [
      `撤销所选 ${ids.length} 人在${deviceClass.label[0]}上的授权？他们会离开含有此类门的权限组，这些组的其他门也随之失效；在这些门的直接授权也撤销。`,
      `Revoke the rights of ${counted(ids.length, 'person', 'people')}? They leave every permission group with such a door, and lose its other doors as well; their direct rights at such doors end too.`,
    ],
    danger: true,
    okLabel: [`撤销 ${ids.length} 人`, `Revoke ${ids.length}`],
  })
  if (!agreed) return
  const body = { personIds: ids, deviceClass: deviceClass.key }
  const gone = await post<number>(`${API}/revoke`, body).catch(() => undefined)
  if (gone !== undefined)
    done([
      `已撤销 ${gone} 项成员关系和直接授权，设备正在删除`,
      `${gone} memberships and direct rights ended; devices remove them now`,
    ])
}

/** Ends the direct rights of one person at one door; those by groups stay. */
export async function revokeDirect(
  person: Pick<MatrixPerson, 'id' | 'name'>,
  door: Pick<Door, 'id' | 'deviceName'>,
): Promise<void> {
  const agreed = await confirm({
    message: [
      `撤销${person.name}在${door.deviceName}此门的直接授权？权限组给的授权不变。`,
      `End the direct right of ${person.name} at this door of ${door.deviceName}? Rights by groups stay.`,
    ],
    danger: true,
    okLabel: ['撤销', 'End'],
  })
  if (!agreed) return
  const body = { personIds: [person.id], doorIds: [door.id] }
  const gone = await post<number>(`${API}/revoke`, body).catch(() => undefined)
  if (gone !== undefined) done(['已撤销，设备正在删除', 'Ended; the device removes it now'])
}

/** The selected people; null, with a message, when the list has changed since. */
export async function peopleOf(chosen: BulkRows): Promise<readonly string[] | null> {
  if ('ids' in chosen) return chosen.ids
  const { personIds } = await get<Matrix>(`${API}/matrix`, { ...chosen.filter, whole: 'true', size: 1 })
  if (personIds?.length === chosen.count) return personIds
  toast.error([
    `符合条件的已变为 ${personIds?.length ?? 0} 人，请重新选择`,
    `There are ${personIds?.length ?? 0} people now; please choose again`,
  ])
  return null
}

/** Asks for the doors and the time; `noun` declares the fields. */
export const grantAct = (noun: Noun, ids: readonly string[]): Act => {
  const { label, input = {} } = noun.actions!.grant!
  const { personIds: _people, ...asked } = input
  return {
    ...{ name: 'grant', label, input: asked },
    run: async values => {
      const group = await post(`${API}/grant`, { ...values, personIds: ids }, { quiet: true })
      void invalidateRows(API)
      return group
    },
  }
}
