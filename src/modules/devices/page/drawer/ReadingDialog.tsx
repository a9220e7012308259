/** The curve of a reading of a device: a day by quarter hours, a week by hours, a month and a year by days. */
import { UNITS } from '#base/figureTexts.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Text } from '#base/text.ts'
import { showInstant } from '#base/time.ts'
import type { Field } from '#model/field.ts'
import { get } from '#console/data/request.ts'
import { RangedLineChart } from '#console/kit/figure/RangedLineChart.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import type { Curve } from '../../facts/Curve.ts'
import { QUARTER_MS } from '../../facts/readings.rules.ts'

const DAY_MS = 86_400_000
const SPANS = {
  day: [1, ['24 小时', '24 hours']],
  week: [7, ['7 天', '7 days']],
  month: [31, ['31 天', '31 days']],
  year: [366, ['一年', 'A year']],
} as const satisfies Record<string, readonly [days: number, label: Text]>
type Span = keyof typeof SPANS

/** One place for each step of the span, so that times without a report are gaps. */
function placesOf({ stepMs, points }: Curve, fromMs: number, untilMs: number) {
  const byStep = new Map(points.map(point => [Math.floor(Date.parse(point.at) / stepMs), point]))
  const steps = Array.from(
    { length: Math.ceil((untilMs - fromMs) / stepMs) },
    (_, nth) => Math.floor(fromMs / stepMs) + nth + 1,
  )
  const label = (step: number): string => {
    const text = showInstant(new Date(step * stepMs).toISOString())
    return stepMs < DAY_MS ? text.slice(5, 16) : text.slice(0, 10)
  }
  return { labels: steps.map(label), values: steps.map(step => byStep.get(step)) }
}

type ReadingDialogProps = {
  deviceId: string
  appId: string | undefined
  property: string
  field: Field
  onClose: () => void
}

export const ReadingDialog = ({ deviceId, appId, property, field, onClose }: ReadingDialogProps) => {
  const translate = useTranslate()
  const [span, setSpan] = useState<Span>('week')
  const [untilMs] = useState(() => Date.now())
  const fromMs = untilMs - SPANS[span][0] * DAY_MS
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/device/reading/curve', deviceId, property, span],
    queryFn: ({ signal }) =>
      get<Curve>(
        '/api/device/reading/curve',
        {
          ...{ deviceId, appId, property },
          ...{ from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() },
        },
        { signal, quiet: true },
      ),
  })
  const unit = 'unit' in field && field.unit ? UNITS[field.unit] : undefined
  return (
    <Dialog open onClose={onClose} title={field.label} width="large">
      <Stack gap={20}>
        <Stack align="flex-start">
          <Segmented<Span>
            label={['时间范围', 'Range of time']}
            value={span}
            onChange={setSpan}
            items={Object.entries(SPANS).map(([id, [, label]]) => ({ id: id as Span, label }))}
          />
        </Stack>
        {error && !data ? (
          <ErrorState note={error.message} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton lines={6} />
        ) : data.points.length === 0 ? (
          <p className="third">{translate(['这段时间没有读数', 'No readings in this time'])}</p>
        ) : (
          <Drawn curve={data} fromMs={fromMs} untilMs={untilMs} field={field} unit={unit} />
        )}
      </Stack>
    </Dialog>
  )
}

type DrawnProps = { curve: Curve; fromMs: number; untilMs: number; field: Field; unit: Text | undefined }
const Drawn = ({ curve, fromMs, untilMs, field, unit }: DrawnProps) => {
  const { labels, values } = placesOf(curve, fromMs, untilMs)
  // Within a quarter hour the lowest and the highest are nearly the last.
  const spread = curve.stepMs > QUARTER_MS
  return (
    <RangedLineChart
      label={field.label}
      places={labels}
      area
      height={240}
      {...(unit ? { unit } : {})}
      series={[
        {
          id: 'last',
          label: spread ? ['最后', 'Last'] : field.label,
          values: values.map(point => point?.last ?? null),
        },
        ...(spread
          ? [
              { id: 'low', label: ['最低', 'Lowest'] as const, values: values.map(point => point?.low ?? null) },
              { id: 'high', label: ['最高', 'Highest'] as const, values: values.map(point => point?.high ?? null) },
            ]
          : []),
      ]}
    />
  )
}
