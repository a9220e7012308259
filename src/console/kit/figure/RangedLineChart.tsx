/** A line chart with a picker of its range below; the range stays at the end of the curve while new values come in. */
import { useState } from 'react'
import { LineChart, type LineChartProps } from '#console/kit/figure/LineChart.tsx'
import { RangePick, type Range } from '#console/kit/figure/RangePick.tsx'

export const RangedLineChart = ({ places, series, ...chart }: LineChartProps) => {
  const [chosen, setChosen] = useState<Range>()
  const last = places.length - 1
  if (last < 4) return <LineChart places={places} series={series} {...chart} />
  const [from, to] = chosen && chosen[1] <= last ? chosen : ([0, last] as const)
  const part = <T,>(all: readonly T[]): readonly T[] => all.slice(from, to + 1)
  return (
    <div>
      <LineChart {...chart} places={part(places)} series={series.map(one => ({ ...one, values: part(one.values) }))} />
      <RangePick
        label={['显示范围', 'Shown range']}
        places={places}
        values={places.map((_, nth) => series.reduce((sum, one) => sum + (one.values[nth] ?? 0), 0))}
        value={[from, to]}
        onChange={setChosen}
      />
    </div>
  )
}
