/** What the shapes of the parts of a class mean. */
import type { DeviceClass } from '#model/device.ts'
import { useSay } from '#console/kit/language.tsx'
import { StateGlyph } from '../StateGlyph.tsx'

export const EquiLegend = ({ deviceClass }: { deviceClass: DeviceClass }) => {
  const say = useSay()
  const entries = Object.values(deviceClass.looks).flatMap(look => look.legend)
  if (!entries.length) return null
  return (
    <div className="state-legend">
      {entries.map(({ word, ...look }, at) => (
        <span key={at}>
          <StateGlyph {...look} />
          {say(word)}
        </span>
      ))}
    </div>
  )
}
