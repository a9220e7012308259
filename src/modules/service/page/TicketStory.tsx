/** A ticket in the drawer: the fault, the condition of the device, and every step so far. */
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import type { RowOf } from '#model/row.ts'
import { DetailView, type Detail } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Timeline, type TimelineStep } from '#console/kit/figure/Timeline.tsx'
import { showInstant } from '#base/time.ts'
import { ticket } from '../ticket.noun.ts'

const FAULT = [
  'reportNo',
  'state',
  'deviceId',
  'eventName',
  'place',
  'faultType',
  'urgency',
  'reporter',
  'phone',
  'channel',
  'appointmentAt',
  'content',
  'photos',
] as const
const WORK = [
  'assigneeId',
  'acceptDueAt',
  'finishDueAt',
  'acceptedAt',
  'finishedAt',
  'hours',
  'materials',
  'fee',
  'score',
  'praise',
  'result',
  'resultPhotos',
] as const
const STATES = Object.values(ticket.states.state.states)
const TONES: Record<number, TimelineStep['tone']> = { 0: 'info', 3: 'warn', 5: 'ok', 6: 'ok', 9: 'mute' }

type Ticket = RowOf<typeof ticket>

/** Values that are not set yet are left out. */
const given = <N extends keyof Ticket>(row: Ticket, names: readonly N[]): N[] =>
  names.filter(name => row[name] !== null && row[name] !== undefined && row[name] !== '')

const lastEvents = (
  events: NonNullable<NonNullable<Ticket['condition']>['events']>,
  translate: ReturnType<typeof useTranslate>,
): Detail => ({
  label: ['最近事件', 'Last events'],
  wide: true,
  value: events.length ? (
    <ul>
      {events.map(event => (
        <li key={`${event.at}${event.name}`}>
          <span className="mono third">{showInstant(event.at)}</span> {event.name}
        </li>
      ))}
    </ul>
  ) : (
    translate(['近30天没有事件', 'None in 30 days'])
  ),
})

export function TicketStory({ row }: { row: Ticket }) {
  const translate = useTranslate()
  const { condition } = row
  return (
    <Stack gap={20}>
      <DetailView title={['报修内容', 'The fault']} items={detailsOf(ticket, row, given(row, FAULT), translate)} />
      <DetailView
        title={row.overdue ? ['处理（已超时）', 'The work (overdue)'] : ['处理', 'The work']}
        items={detailsOf(ticket, row, given(row, WORK), translate)}
      />
      <Timeline
        label={['经过', 'Steps']}
        steps={(row.steps ?? []).map((step, at) => {
          const state = STATES.find(([wire]) => wire === step.to)
          return {
            id: String(at),
            // Day and minute only: the year is shown above, and the column is narrow.
            time: showInstant(step.at).slice(5, 16),
            title: state ? [state[1], state[2]] : ['—', '—'],
            tone: TONES[step.to] ?? 'info',
            note: [step.actorName, step.opinion].filter(Boolean).join(' · '),
          }
        })}
      />
      {condition && (
        <DetailView
          title={['设备情况', 'The device now']}
          items={[
            { label: ['连接', 'Connection'], value: condition.online ? translate(ONLINE) : translate(OFFLINE) },
            {
              label: ['最后心跳', 'Last seen'],
              value: condition.lastSeenAt ? showInstant(condition.lastSeenAt) : null,
              mono: true,
            },
            { label: ['固件', 'Firmware'], value: condition.firmware, mono: true },
            ...(condition.events ? [lastEvents(condition.events, translate)] : []),
          ]}
        />
      )}
    </Stack>
  )
}
