/** Which reported states are still current, by what each part of the device stated before in this session. */
import type { Report } from '#model/message.ts'
import type { StateRow } from '../facts/translate.rules.ts'
import type { OpenLink } from './linkBook.server.ts'

const MAX_PARTS = 256

/**
 * What a device stored while it was offline is older than what it reported since: the database knows only the last change of
 * a part, not that it was confirmed unchanged later. A live report without a possible time (not `timed`) is the newest, even
 * where a clock that was ahead stated a later time before.
 */
export function currentStates(
  { lastStated }: Pick<OpenLink, 'lastStated'>,
  report: Report,
  states: readonly StateRow[],
  timed: boolean,
): readonly StateRow[] {
  const lastOf = ({ component }: StateRow): string => lastStated.get(component) ?? ''
  const counting = report.past
    ? states.filter(state => state.stated_at > lastOf(state))
    : timed
      ? states
      : states.map(state => (lastOf(state) > state.stated_at ? { ...state, stated_at: lastOf(state) } : state))
  // Devices have few parts; one that invents part numbers must not fill the memory.
  if (lastStated.size > MAX_PARTS) lastStated.clear()
  for (const { component, stated_at } of counting)
    if (stated_at > (lastStated.get(component) ?? '')) lastStated.set(component, stated_at)
  return counting
}
