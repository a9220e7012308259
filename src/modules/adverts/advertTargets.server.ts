/** Which adverts are shown now, at a place and to whom. */
import sql, { type Sql } from 'sql-template-tag'
import { ADVERT_PLACES } from './advert.noun.ts'

/** The number of adverts shown in turn at one place. */
export const MOST_SHOWN = 8

export type AdvertPlace = keyof typeof ADVERT_PLACES

/** Where an advert would be shown, as columns or values. Null means an unknown value, which only adverts for all reach. */
export interface Audience {
  brandId: Sql
  appId: Sql
  deviceClass: Sql
  deviceId: Sql
}

/** Whether the advert `a` is switched on, in its period, and at the place. */
export const isShown = (place: AdvertPlace, now: Date | Sql): Sql =>
  sql`a.state = 1 and a.position = ${ADVERT_PLACES[place][0]} and a.starts_at <= ${now} and a.ends_at > ${now}`

/** Whether the audience is among the targets of the advert `a`: each target that is filled in narrows them. */
export const isFor = ({ brandId, appId, deviceClass, deviceId }: Audience): Sql => sql`
  (a.brand_id is null or a.brand_id = ${brandId})
  and (a.device_classes = '[]' or a.device_classes ? ${deviceClass})
  and (not exists (select from adverts.advert_application t where t.advert_id = a.id)
    or exists (select from adverts.advert_application t where t.advert_id = a.id and t.application_id = ${appId}))
  and (not exists (select from adverts.advert_device t where t.advert_id = a.id)
    or exists (select from adverts.advert_device t where t.advert_id = a.id and t.device_id = ${deviceId}))`
