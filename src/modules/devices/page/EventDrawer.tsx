/** One event: what was stated, when it was received, who dealt with it, and the way to its whole story. */
import { useState } from 'react'
import type { DeviceClass } from '#model/device.ts'
import { showInstant } from '#base/time.ts'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { DetailView } from '#console/kit/DetailView.tsx'
import { Drawer } from '#console/kit/Drawer.tsx'
import { useSay } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Notice } from '#console/kit/Notice.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Stack } from '#console/kit/Stack.tsx'
import { Bell, CircleAlert, Info } from 'lucide-react'
import type { EventRow } from './DeviceRow.ts'
import { eventContent, eventLabel, HANDLED, levelOf, needsAttention } from './eventWords.ts'
import { HandleDialog } from './HandleDialog.tsx'
import { partOfKey } from './partState.ts'

export type EventDrawerProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  event: EventRow
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onHandled: () => void
}

export const EventDrawer = ({
  appId,
  deviceClass,
  event,
  onClose,
  onPrevious,
  onNext,
  onHandled,
}: EventDrawerProps) => {
  const say = useSay()
  const [handling, setHandling] = useState<2 | 3>()
  const level = levelOf(event.level)
  const handled = HANDLED[event.handleState < 2 && !needsAttention(event) ? 0 : event.handleState] ?? HANDLED[0]!
  const part = partOfKey(deviceClass, event.component)
  const late = Date.parse(event.receivedAt) - Date.parse(event.time)
  return (
    <Drawer
      open
      onClose={onClose}
      title={eventLabel(deviceClass, event)}
      icon={event.level > 1 ? CircleAlert : event.level > 0 ? Bell : Info}
      note={`${event.deviceName} · ${showInstant(event.time)}`}
      onPrevious={onPrevious}
      onNext={onNext}
      foot={
        can('deviceEvent:handle') &&
        needsAttention(event) && (
          <>
            <Button onPress={() => setHandling(3)}>{say(['误报', 'False alarm'])}</Button>
            <Button variant="primary" onPress={() => setHandling(2)}>
              {say(['处理', 'Handle'])}
            </Button>
          </>
        )
      }
    >
      <Stack gap={20}>
        {event.clockOff && (
          <Notice tone="warn">
            {say([
              '设备时钟偏差过大，时间按接收时间记。',
              'The clock of the device is far off; the time of receipt is used.',
            ])}
          </Notice>
        )}
        <DetailView
          items={[
            { label: ['级别', 'Level'], value: <Pill tone={level.tone}>{level.word}</Pill> },
            {
              label: ['处理', 'Handled'],
              value: (
                <Pill tone={handled.tone} variant="plain">
                  {handled.word}
                </Pill>
              ),
            },
            {
              label: ['设备', 'Device'],
              value: <Link href={`/${deviceClass.key}/equi/${appId}?row=${event.deviceId}`}>{event.deviceName}</Link>,
            },
            { label: ['部件', 'Part'], value: part && say(part) },
            { label: ['内容', 'Content'], value: eventContent(deviceClass, event, say), wide: true },
            { label: ['发生时间', 'Stated'], value: showInstant(event.time), mono: true },
            {
              label: ['接收时间', 'Received'],
              value: (
                <>
                  {showInstant(event.receivedAt)}
                  {late > 60_000 && <span className="warn"> {say(['补传', 'sent later'])}</span>}
                </>
              ),
              mono: true,
            },
            ...(event.handler
              ? [
                  { label: ['处理人', 'Handled by'] as const, value: event.handler },
                  { label: ['备注', 'Remark'] as const, value: event.handleRemark },
                ]
              : []),
          ]}
        />
        <CodeBlock title={['报文', 'As it came']} wrap>
          {JSON.stringify(event.params ?? {}, null, 2)}
        </CodeBlock>
        <p>
          <Link href={`/why/event/${event.id}/${appId}`}>{say(['查看完整经过', 'The whole story'])}</Link>
        </p>
      </Stack>
      {handling !== undefined && (
        <HandleDialog
          handling={{
            ids: [event.id],
            subject: `${say(eventLabel(deviceClass, event))} · ${event.deviceName}`,
            state: handling,
          }}
          onClose={() => setHandling(undefined)}
          onDone={onHandled}
        />
      )}
    </Drawer>
  )
}
