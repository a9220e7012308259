/** A geographic position: longitude and latitude in degrees in WGS-84, as satellites give them. */
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import type { Words } from '#console/kit/language.tsx'
import { NumberField } from '#console/kit/input/NumberField.tsx'

type Place = { lng?: number | undefined; lat?: number | undefined }
export type PlaceInputProps = {
  label: Words
  value: Place | null | undefined
  /** Called with null when both are empty. */
  onChange: (value: Place | null) => void
  error?: Words | undefined
  disabled?: boolean | undefined
}

const PlaceMap = lazy(async () => (await import('#console/crud/form/PlaceMap.tsx')).default)

export const PlaceInput = ({ label, value, onChange, error, disabled }: PlaceInputProps) => {
  const at = value ?? {}
  const change = (part: 'lng' | 'lat', next: number | undefined): void => {
    const both = { ...at, [part]: next }
    onChange(both.lng === undefined && both.lat === undefined ? null : both)
  }
  const whole = at.lng !== undefined && at.lat !== undefined ? { lng: at.lng, lat: at.lat } : undefined
  return (
    <Grid columns={2} gap={20}>
      <NumberField
        label={['经度（WGS-84）', 'Longitude (WGS-84)']}
        value={at.lng}
        onChange={next => change('lng', next)}
        min={-180}
        max={180}
        decimals={6}
        step={0.000001}
        {...(disabled ? { disabled } : {})}
        {...(error ? { error } : {})}
      />
      <NumberField
        label={['纬度（WGS-84）', 'Latitude (WGS-84)']}
        value={at.lat}
        onChange={next => change('lat', next)}
        min={-90}
        max={90}
        decimals={6}
        step={0.000001}
        {...(disabled ? { disabled } : {})}
      />
      <Wide>
        <PlaceMap label={label} value={whole} onChange={onChange} {...(disabled ? { disabled } : {})} />
      </Wide>
    </Grid>
  )
}
