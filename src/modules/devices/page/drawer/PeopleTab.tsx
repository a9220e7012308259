/** The people who may pass here, and whether the device has stored them. */
import { useState } from 'react'
import type { Text } from '#base/text.ts'
import { DELIVERY, DIRECT, isConfirmed, isDirect, worstOf, type DeliveryKey } from '#model/delivery.ts'
import type { DeviceClass, HeldItem, HeldSet } from '#model/device.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Progress } from '#console/kit/figure/Progress.tsx'
import type { DeviceRow } from '../DeviceRow.ts'
import { TabPages, useTabPages } from './TabPages.tsx'

interface Grant {
  id: string
  personId: string
  personName: string
  personNo: string | null
  doorId: string
  doorNo: number
  given: number
  state: DeliveryKey
  message: string | null
  code: number | null
  tries: number | null
  nextAt: string | null
}

const PERSON_PAGE = 15

/** How many it stores in a set and how many fit, as the device reports it. */
export const holding = (set: HeldSet, row: DeviceRow): { count: number; capacity: number | null } => {
  const [count, capacity] = [row.shadow['']?.[set.count], row.shadow['']?.[set.capacity]]
  return { count: typeof count === 'number' ? count : 0, capacity: typeof capacity === 'number' ? capacity : null }
}
const ON_DEVICE: Record<HeldItem, Text> = {
  person: ['设备上的人员', 'People on the device'],
  card: ['设备上的卡', 'Cards on the device'],
  plate: ['设备上的车牌', 'Plates on the device'],
  pin: ['设备上的密码', 'PINs on the device'],
  face: ['设备上的库内人脸', 'Faces of libraries on the device'],
}

const SetRoom = ({ set, row }: { set: HeldSet; row: DeviceRow }) => {
  const { count, capacity } = holding(set, row)
  const shown = (n: number): string => n.toLocaleString('en-US')
  return (
    <div className="tab-head">
      <div className="people-room">
        <Progress
          label={ON_DEVICE[set.item]}
          value={capacity ? count / capacity : undefined}
          tone={capacity && count / capacity > 0.95 ? 'warn' : 'info'}
          note={capacity ? `${shown(count)} / ${shown(capacity)}` : shown(count)}
        />
      </div>
    </div>
  )
}

type PeopleTabProps = { appId: string | undefined; deviceClass: DeviceClass; row: DeviceRow }

export const PeopleTab = (props: PeopleTabProps) =>
  props.deviceClass.opens === null ? <StoredPeople {...props} /> : <PassingPeople {...props} />

/** At a device that opens nothing, people have no rights: who is stored there is on the page of its class. */
const StoredPeople = ({ appId, deviceClass, row }: PeopleTabProps) => {
  const translate = useTranslate()
  return (
    <>
      {deviceClass.sets.map(set => (
        <SetRoom key={set.item} set={set} row={row} />
      ))}
      <p>
        <Link href={`/${deviceClass.key}/authorize/${appId}`}>{translate(['查看设备上的人员', 'Who is stored'])}</Link>
      </p>
    </>
  )
}

const PassingPeople = ({ appId, deviceClass, row }: PeopleTabProps) => {
  const translate = useTranslate()
  const doors = Math.max(
    1,
    row.components.filter(part => part.kind === deviceClass.commands[deviceClass.opens ?? '']?.per).length,
  )
  // Rows are pairs of person and door, sorted by person: a page contains whole persons.
  const [size] = useState(PERSON_PAGE * doors)
  const pages = useTabPages<Grant>('/api/person/auth/page', { appId, deviceId: row.id }, size)
  const known = pages.data?.pages.flatMap(page => page.records) ?? []
  return (
    <>
      {deviceClass.sets.map(set => (
        <SetRoom key={set.item} set={set} row={row} />
      ))}
      <TabPages
        pages={pages}
        empty={['还没有人被授权到这里', 'Nobody has a right here yet']}
        note={['在权限组中加入此处的通行点即可。', 'Add its doors to a permission group.']}
      >
        {grant => {
          const own = known.filter(one => one.personId === grant.personId)
          if (own[0] !== grant) return null
          const key = worstOf(own.map(one => one.state))
          const worst = own.find(one => one.state === key) ?? grant
          const state = DELIVERY[key]
          return (
            <div key={grant.id} className="tab-row">
              <Avatar name={grant.personName} size={32} />
              <span className="two">
                <b>
                  {grant.personName}
                  {grant.personNo && <span className="mono third"> {grant.personNo}</span>}
                  {own.some(one => isDirect(one.given)) && <span className="third"> {translate(DIRECT)}</span>}
                </b>
                <small className={key === 'failed' ? 'bad' : undefined}>
                  {key === 'failed'
                    ? [worst.code, worst.message].filter(Boolean).join(' ')
                    : doors > 1
                      ? translate([
                          `${own.map(one => one.doorNo).join('、')} 号门`,
                          `Doors ${own.map(one => one.doorNo).join(', ')}`,
                        ])
                      : isConfirmed(key)
                        ? translate(['已在设备上', 'On the device'])
                        : ''}
                </small>
              </span>
              <span className="tab-row-end">
                <Pill tone={state.tone} variant={isConfirmed(key) ? 'plain' : 'soft'}>
                  {state.word}
                </Pill>
                {worst.tries ? <span>{translate([`第 ${worst.tries} 次`, `Try ${worst.tries}`])}</span> : null}
              </span>
            </div>
          )
        }}
      </TabPages>
    </>
  )
}
