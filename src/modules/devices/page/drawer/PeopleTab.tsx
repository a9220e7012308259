/** The people who may pass here, and whether the device has stored them. */
import { useState } from 'react'
import { DELIVERY, isConfirmed, worstOf, type DeliveryKey } from '#model/delivery.ts'
import type { DeviceClass, Holds } from '#model/device.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { useTranslate } from '#console/kit/language.tsx'
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
  state: DeliveryKey
  message: string | null
  code: number | null
  tries: number | null
  nextAt: string | null
}

const PERSON_PAGE = 15

/** The items for which capacity is shown. */
export const HELD_ITEMS: readonly Holds['item'][] = ['person', 'card']

/** How many it stores and how many fit, as the device reports it. */
export const holding = (
  deviceClass: DeviceClass,
  row: DeviceRow,
): { count: number; capacity: number | null; item: 'person' | 'card' } | null => {
  const holds = deviceClass.holds[0]
  if (!holds) return null
  const [count, capacity] = [row.shadow['']?.[holds.count], row.shadow['']?.[holds.capacity]]
  return {
    count: typeof count === 'number' ? count : 0,
    capacity: typeof capacity === 'number' ? capacity : null,
    item: holds.item,
  }
}

export const PeopleTab = ({
  appId,
  deviceClass,
  row,
}: {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
}) => {
  const translate = useTranslate()
  const doors = Math.max(
    1,
    row.components.filter(part => part.kind === deviceClass.commands[deviceClass.opens ?? '']?.per).length,
  )
  // Rows are pairs of person and door, sorted by person: a page contains whole persons.
  const [size] = useState(PERSON_PAGE * doors)
  const pages = useTabPages<Grant>('/api/person/auth/page', { appId, deviceId: row.id }, size)
  const held = holding(deviceClass, row)
  const known = pages.data?.pages.flatMap(page => page.records) ?? []
  return (
    <>
      {held && (
        <div className="tab-head">
          <div className="people-room">
            <Progress
              label={
                held.item === 'card' ? ['设备上的卡', 'Cards on the device'] : ['设备上的人员', 'People on the device']
              }
              value={held.capacity ? held.count / held.capacity : undefined}
              tone={held.capacity && held.count / held.capacity > 0.95 ? 'warn' : 'info'}
              note={
                held.capacity
                  ? `${held.count.toLocaleString('en-US')} / ${held.capacity.toLocaleString('en-US')}`
                  : held.count.toLocaleString('en-US')
              }
            />
          </div>
        </div>
      )}
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
