/** One alarm in its drawer: what happened, with pictures, and every step that was taken. */
import type { Text } from '#base/text.ts'
import { showInstant } from '#base/time.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import type { RowOf } from '#model/row.ts'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Timeline, type TimelineStep } from '#console/kit/figure/Timeline.tsx'
import { AlarmState } from './AlarmState.tsx'
import { deviceAlarm } from '../../alarm/deviceAlarm.noun.ts'

type Alarm = RowOf<typeof deviceAlarm>

const WHAT = [
  ...(['name', 'level', 'state', 'deviceId', 'component', 'siteId', 'repeats', 'openedAt', 'lastAt'] as const),
  ...(['clearedAt', 'origin', 'originName', 'pictures'] as const),
] as const
const WORK = ['acknowledgedAt', 'acknowledgedName', 'assigneeId', 'closedAt', 'closedName', 'measures'] as const

const ACTS: Readonly<Record<string, { label: Text; tone: TimelineStep['tone'] }>> = {
  acknowledge: { label: ['确认', 'Acknowledged'], tone: 'info' },
  claim: { label: ['接手', 'Taken'], tone: 'info' },
  assign: { label: ['指派', 'Assigned'], tone: 'info' },
  comment: { label: ['备注', 'Comment'], tone: 'mute' },
  close: { label: ['消警', 'Closed'], tone: 'ok' },
  falseAlarm: { label: ['误报', 'False alarm'], tone: 'mute' },
  raise: { label: ['人工报警', 'Raised by a person'], tone: 'warn' },
  repeat: { label: ['再次报警', 'Raised again'], tone: 'warn' },
  'escalate.console': { label: ['升级：通知', 'Escalated: called'], tone: 'warn' },
  'escalate.sms': { label: ['升级：短信', 'Escalated: SMS'], tone: 'warn' },
  'escalate.heldBack': { label: ['升级未执行', 'Nobody was called'], tone: 'bad' },
  'escalate.failed': { label: ['短信未送达', 'SMS not sent'], tone: 'bad' },
  'escalate.callback': { label: ['升级：回调', 'Escalated: callback'], tone: 'warn' },
}

/** Values that are not set yet are left out. */
const given = <N extends keyof Alarm>(row: Alarm, names: readonly N[]): N[] =>
  names.filter(name => {
    const value = row[name]
    return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  })

export function AlarmDetail({ row, appId }: { row: Alarm; appId: string }) {
  const translate = useTranslate()
  const work = given(row, WORK)
  return (
    <Stack gap={20}>
      <DetailView
        items={detailsOf(deviceAlarm, row, given(row, WHAT), translate).map(item =>
          item.label === deviceAlarm.states.state.label ? { ...item, value: <AlarmState alarm={row} /> } : item,
        )}
      />
      {row.factId && (
        <Link href={`/why/event/${row.factId}/${appId}`}>
          {translate(['查看最近一次事件的来龙去脉', 'The story of its last event'])}
        </Link>
      )}
      {work.length > 0 && (
        <DetailView title={['处理', 'The work']} items={detailsOf(deviceAlarm, row, work, translate)} />
      )}
      {row.runs && row.runs.length > 0 && (
        <DetailView
          title={['联动结果', 'Linkage results']}
          items={row.runs.map(run => ({
            label: `${run.name} · ${showInstant(run.at).slice(5, 16)}`,
            value: run.actions.join(' · '),
            wide: true,
          }))}
        />
      )}
      {row.steps && row.steps.length > 0 && (
        <Timeline
          label={['经过', 'Steps']}
          steps={row.steps.map((step, at) => {
            const { label, tone } = ACTS[step.act] ?? { label: [step.act, step.act] as const, tone: 'mute' as const }
            return {
              id: String(at),
              title: label,
              time: showInstant(step.at).slice(5, 16),
              tone,
              note: [step.actorName, step.remark].filter(Boolean).join(' · '),
            }
          })}
        />
      )}
    </Stack>
  )
}
