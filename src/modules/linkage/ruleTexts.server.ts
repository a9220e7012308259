/** The texts that rules have shown or said, for words that are forbidden later. */
import sql from 'sql-template-tag'
import type { Params } from '#model/row.ts'
import { screenedTexts } from '#modules/devices/api.ts'
import { toState } from '#server/moves/toState.ts'
import { storedTexts } from '#server/textScreen.ts'
import { linkage } from './linkage.noun.ts'
import { beginAnew } from './linkage.server.ts'

export const ruleTexts = storedTexts({
  of: linkage,
  act: 'turnOff',
  async inUse({ classes }, query, appId) {
    const rows = await query<{
      id: string
      name: string
      actions: { class: string; identifier: string; params: Params }[]
    }>(
      sql`select r.id, r.name, jsonb_agg(jsonb_build_object('class', d.device_class, 'identifier', a ->> 'identifier',
          'params', coalesce(a -> 'params', '{}'))) as actions
        from linkage.rule r cross join jsonb_array_elements(r.actions) a
        join devices.device d on d.id = (a ->> 'deviceId')::bigint
        where r.state = 1 and (${appId}::bigint is null or r.app_id = ${appId})
        group by r.id, r.name order by r.name, r.id`,
    )
    return rows.map(({ id, name, actions }) => ({
      ...{ id, name },
      texts: actions.flatMap(action =>
        screenedTexts(classes.get(action.class)?.commands[action.identifier], action.params).map(({ text }) => text),
      ),
    }))
  },
  async switchOff(_ports, query, ids) {
    const stopped = await query<{ id: string; name: string; appId: string; sourceId: string }>(
      sql`update linkage.rule set ${toState(linkage.fields.state.values, 'off')}, rev = rev + 1, updated_at = now()
        where id = any(${ids}::bigint[]) and state = 1
        returning id, name, app_id as "appId", source_id as "sourceId"`,
    )
    await beginAnew(
      query,
      stopped.map(row => row.id),
    )
    return stopped
  },
})
