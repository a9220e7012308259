/** The model of a device and where it is; model, site, location and group open beside. */
import { Fragment } from 'react'
import { Reference } from '#console/crud/row/Reference.tsx'
import type { DeviceRow } from '../DeviceRow.ts'

export const DevicePlace = ({ row }: { row: DeviceRow }) => {
  const parts = [
    { to: 'deviceModel', id: row.modelId, name: row.modelName },
    { to: 'site', id: row.siteId, name: row.siteName },
    { to: 'location', id: row.locationId, name: row.locationName },
    { to: 'deviceGroup', id: row.groupId, name: row.groupName },
  ]
  const shown = parts.flatMap(({ to, id, name }) =>
    id && name
      ? [
          <Reference key={to} to={to} id={id}>
            {name}
          </Reference>,
        ]
      : [],
  )
  return (
    <span>
      {shown.map((one, at) => (
        <Fragment key={one.key}>
          {at > 0 && ' · '}
          {one}
        </Fragment>
      ))}
      {row.position && row.position !== row.locationName && `${shown.length ? ' · ' : ''}${row.position}`}
    </span>
  )
}
