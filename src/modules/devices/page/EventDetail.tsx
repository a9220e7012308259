/** One event in its drawer: its content, when it was received, who handled it, and a link to its whole story. */
import { FULL_STORY } from '#base/deviceTexts.ts'
import { CONTENT } from '#base/labelTexts.ts'
import type { DeviceClass } from '#model/device.ts'
import { showInstant } from '#base/time.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { deviceEvent } from '../facts/facts.noun.ts'
import { BoxedPicture } from './BoxedPicture.tsx'
import { boxOf } from './boxOf.ts'
import type { EventRow } from './DeviceRow.ts'
import { eventContent, HANDLED, levelOf } from './eventWords.ts'
import { partOfKey } from './partState.ts'

export type EventDetailProps = { appId: string | undefined; deviceClass: DeviceClass; event: EventRow }

/** In ms: an event received later than this was stored by the device meanwhile. */
const sentLaterMs = 60_000

export const EventDetail = ({ appId, deviceClass, event }: EventDetailProps) => {
  const translate = useTranslate()
  const level = levelOf(event)
  const handled = HANDLED[event.handleState] ?? HANDLED[0]!
  const part = partOfKey(deviceClass, event.component)
  const box = boxOf(event.params?.box)
  const [photo] = event.pictures ?? []
  const late = Date.parse(event.receivedAt) - Date.parse(event.time)
  return (
    <Stack gap={20}>
      {event.clockOff && (
        <Notice tone="warn">
          {translate([
            '设备时钟偏差过大，时间按接收时间记。',
            'The clock of the device is far off; the time of receipt is used.',
          ])}
        </Notice>
      )}
      {box && photo && <BoxedPicture id={photo} label={event.name} box={box} />}
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
          { label: ['部件', 'Part'], value: part && translate(part) },
          { label: CONTENT, value: eventContent(deviceClass, event, translate), wide: true },
          { label: ['发生时间', 'Stated'], value: showInstant(event.time), mono: true },
          {
            label: ['接收时间', 'Received'],
            value: (
              <>
                {showInstant(event.receivedAt)}
                {late > sentLaterMs && <span className="warn"> {translate(['补传', 'sent later'])}</span>}
              </>
            ),
            mono: true,
          },
          ...(box ? [] : detailsOf(deviceEvent, event, ['pictures'], translate)),
          ...(event.ticketNo ? [{ label: deviceEvent.fields.ticketNo.label, value: event.ticketNo, mono: true }] : []),
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
        <Link href={`/why/event/${event.id}/${appId}`}>{translate(FULL_STORY)}</Link>
      </p>
    </Stack>
  )
}
