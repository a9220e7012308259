/** The events of one device, newest first. */
import { useQueryClient } from '@tanstack/react-query'
import type { DeviceClass } from '#model/device.ts'
import { showClock } from '#base/time.ts'
import { Link } from '#console/kit/Link.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { shortInstant } from '#base/ago.ts'
import { EVENTS } from '../deviceCache.ts'
import type { DeviceRow, EventRow } from '../DeviceRow.ts'
import { eventContent, eventLabel, HANDLED, levelOf } from '../eventWords.ts'
import { partOfKey } from '../partState.ts'
import { TabPages, useTabPages } from './TabPages.tsx'
import { useThrottled } from '../useDevices.ts'
import { useDeviceLive } from '../useDeviceLive.ts'

export const EventsTab = ({
  appId,
  deviceClass,
  row,
}: {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
}) => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const pages = useTabPages<EventRow>(`${EVENTS}/page`, { appId, deviceId: row.id })
  const renew = useThrottled(() => void queries.invalidateQueries({ queryKey: [EVENTS] }))
  useDeviceLive({ appId, deviceId: row.id, types: ['fact'] }, renew)
  const day = showClock(Date.now()).length
  return (
    <>
      {deviceClass.pages.includes('event') && (
        <div className="tab-head">
          <span className="small third">{translate(['最新在前', 'Newest first'])}</span>
          <Link href={`/${deviceClass.key}/event/${appId}?deviceId=${row.id}&time=all`}>
            {translate(['在事件记录中查看', 'Open in events'])}
          </Link>
        </div>
      )}
      <TabPages pages={pages} empty={['还没有事件', 'No events yet']}>
        {event => {
          const level = levelOf(event)
          const part = partOfKey(deviceClass, event.component, row.components)
          const handled = HANDLED[event.handleState]
          return (
            <div key={event.id} className="tab-row">
              <span className="tab-row-time" title={event.time}>
                {Date.now() - Date.parse(event.time) < 12 * 3_600_000
                  ? showClock(event.time).slice(0, day)
                  : shortInstant(event.time)}
              </span>
              <span className="two">
                <b>{translate(eventLabel(deviceClass, event))}</b>
                <small>
                  {[part && translate(part), eventContent(deviceClass, event, translate)].filter(Boolean).join(' · ') ||
                    translate(['无内容', 'Nothing more'])}
                </small>
              </span>
              <span className="tab-row-end">
                {event.level > 0 ? (
                  <Pill tone={level.tone}>{level.word}</Pill>
                ) : (
                  <Pill tone="info" variant="plain">
                    {level.word}
                  </Pill>
                )}
                {event.handleState > 0 && handled && (
                  <span>
                    {translate(handled.word)}
                    {event.handler && ` · ${event.handler}`}
                  </span>
                )}
              </span>
            </div>
          )
        }}
      </TabPages>
    </>
  )
}
