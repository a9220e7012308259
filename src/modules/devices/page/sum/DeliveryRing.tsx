/** How far the rights of people have reached the devices of a class. */
import { FAILED } from '#base/outcomeTexts.ts'
import type { Text } from '#base/text.ts'
import { Ring, type RingPart } from '#console/kit/figure/Ring.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { percent } from './percent.ts'

/** The progress of delivery, as the module of rights counts it. */
export interface Delivery {
  total: number
  confirmed: number
  sending: number
  waiting: number
  failed: number
  missing: number
  clockOff: number
}

export const DeliveryRing = ({
  delivery,
  href,
  span,
}: {
  delivery: Delivery | undefined
  href: string
  span: 3 | undefined
}) => {
  const translate = useTranslate()
  const title: Text = ['人员下发', 'Delivery of rights']
  const part = (id: Exclude<keyof Delivery, 'total'>, label: Text, tone?: RingPart['tone']): RingPart => ({
    ...{ id, label, count: delivery![id], href: id === 'confirmed' ? href : `${href}?stage=${id}` },
    ...(tone ? { tone } : {}),
  })
  return (
    <section className="sum-cell" data-span={span} aria-label={translate(title)}>
      <header className="sum-head">
        <h2>{translate(title)}</h2>
        <span>{translate(['人员 × 设备', 'people × devices'])}</span>
      </header>
      {delivery?.total === 0 && <p className="sum-empty third">{translate(['还没有授权', 'No rights yet'])}</p>}
      {delivery !== undefined && delivery.total > 0 && (
        <Ring
          label={title}
          value={percent(delivery.confirmed, delivery.total)}
          note={['已下发', 'delivered']}
          parts={[
            part('confirmed', ['已下发', 'Delivered'], 'ok'),
            part('sending', ['下发中', 'On their way']),
            part('waiting', ['待上线', 'Waiting for devices'], 'mute'),
            part('failed', FAILED, 'bad'),
            ...(delivery.missing ? [part('missing', ['缺照片或卡', 'No portrait or card'], 'warn')] : []),
            ...(delivery.clockOff ? [part('clockOff', ['设备时钟偏差', 'Device clock off'], 'warn')] : []),
          ]}
        />
      )}
    </section>
  )
}
