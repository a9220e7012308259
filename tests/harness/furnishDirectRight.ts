/** The group 5 of `everyNoun`, and a direct right at the first door. */
import type pg from 'pg'

export const furnishDirectRight = (
  admin: Pick<pg.Client, 'query'>,
  { appId, personId, deviceId }: Readonly<Record<'appId' | 'personId' | 'deviceId', string>>,
): Promise<unknown> =>
  admin.query(`insert into access.auth_group (id, app_id, source_id, name, direct_door_id)
    values (5, ${appId}, 1, '五组', null), (6, ${appId}, 1, '', 800000);
    insert into access.group_person (group_id, person_id, app_id, source_id) values (6, ${personId}, ${appId}, 1);
    insert into access.group_door (group_id, device_id, component_id, app_id, source_id)
    values (6, ${deviceId}, 800000, ${appId}, 1)`)
