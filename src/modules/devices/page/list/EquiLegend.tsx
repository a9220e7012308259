/** The meaning of the shapes for the parts of a class. */
import type { DeviceClass } from '#model/device.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { StateGlyph } from '../StateGlyph.tsx'

export const EquiLegend = ({ deviceClass }: { deviceClass: DeviceClass }) => {
  const translate = useTranslate()
  const entries = Object.values(deviceClass.looks).flatMap(look => look.legend)
  if (!entries.length) return null
  return (
    <div className="state-legend">
      {entries.map(({ word, ...look }, at) => (
        <span key={at}>
          <StateGlyph {...look} />
          {translate(word)}
        </span>
      ))}
    </div>
  )
}
