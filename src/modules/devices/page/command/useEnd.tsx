/** When a state ends that lets everybody pass: asked where the values to be set begin one. */
import { useState } from 'react'
import type { DeviceClass } from '#model/device.ts'
import type { Input } from '#model/row.ts'
import { Chips } from '#console/kit/input/Chips.tsx'
import { heldIn } from '../../command/mustEnd.rules.ts'
import { endsFrom } from './reasons.ts'

/** `missing` where an end is needed and none is chosen; `until` as it is sent. */
export function useEnd(deviceClass: DeviceClass, values: Readonly<Input>) {
  const [id, setId] = useState<string>()
  const [now] = useState(() => Date.now())
  const needed = heldIn(deviceClass, values) !== null
  const ends = endsFrom(now, true)
  const at = needed ? ends.find(one => one.id === id)?.at : null
  return {
    missing: needed && !at,
    until: at ? { until: new Date(at).toISOString() } : {},
    input: needed ? <Chips label={['到期', 'Until']} items={ends} value={id} onChange={setId} /> : null,
    clear: () => setId(undefined),
  }
}
