/** Who may pass here, and whether the device knows them. */
import { useState } from 'react'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { useSay } from '#console/kit/language.tsx'
import { Pill, type Tone } from '#console/kit/Pill.tsx'
import { Progress } from '#console/kit/Progress.tsx'
import type { DeviceRow } from './DeviceRow.ts'
import { TabPages, useTabPages } from './TabPages.tsx'

interface Grant {
  id: string
  personId: string
  personName: string
  personNo: string | null
  doorId: string
  doorNo: number
  state: number
  message: string | null
  code: number | null
  tries: number | null
  nextAt: string | null
}

export const GRANT_STATES: readonly { tone: Tone; word: Text }[] = [
  { tone: 'off', word: ['未授权', 'No right'] },
  { tone: 'ok', word: ['已确认', 'Confirmed'] },
  { tone: 'busy', word: ['下发中', 'On its way'] },
  { tone: 'warn', word: ['待上线', 'Waits for the device'] },
  { tone: 'bad', word: ['失败', 'Failed'] },
  { tone: 'busy', word: ['待下发', 'Queued'] },
]
const PERSON_PAGE = 15

/** How many it holds and how many fit, as the device states it. */
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
  const say = useSay()
  const doors = Math.max(1, row.components.filter(part => part.kind === 'door').length)
  // Rows are pairs of person and door, sorted by person: whole persons fit a page.
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
          const worst = own.find(one => one.state === 4) ?? own.find(one => one.state !== 1) ?? grant
          const state = GRANT_STATES[worst.state] ?? GRANT_STATES[0]!
          return (
            <div key={grant.id} className="tab-row">
              <Avatar name={grant.personName} size={32} />
              <span className="two">
                <b>
                  {grant.personName}
                  {grant.personNo && <span className="mono third"> {grant.personNo}</span>}
                </b>
                <small className={worst.state === 4 ? 'bad' : undefined}>
                  {worst.state === 4
                    ? [worst.code, worst.message].filter(Boolean).join(' ')
                    : doors > 1
                      ? say([
                          `${own.map(one => one.doorNo).join('、')} 号门`,
                          `Doors ${own.map(one => one.doorNo).join(', ')}`,
                        ])
                      : say(['可通行', 'May pass'])}
                </small>
              </span>
              <span className="tab-row-end">
                <Pill tone={state.tone} variant={worst.state === 1 ? 'plain' : 'soft'}>
                  {state.word}
                </Pill>
                {worst.tries ? <span>{say([`第 ${worst.tries} 次`, `Try ${worst.tries}`])}</span> : null}
              </span>
            </div>
          )
        }}
      </TabPages>
    </>
  )
}
