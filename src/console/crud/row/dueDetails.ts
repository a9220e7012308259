/** When the platform will move a row by itself, as the row is now: shown beside its state. */
import type { Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { dueMs, timedMovesOf } from '#model/timedMove.ts'
import { showInstant } from '#base/time.ts'
import type { Detail } from '#console/kit/layout/DetailView.tsx'

export const dueDetails = (noun: Noun, row: Row, state: string): Detail[] =>
  timedMovesOf(noun).flatMap(timed => {
    const { machine, move } = timed
    const leads = timed.state === state && move.from.some(name => machine.states[name]![0] === row[state])
    const ms = leads ? dueMs(timed, row) : null
    if (ms === null) return []
    const [zh, en] = move.label
    return [{ label: [`${zh}时间`, `${en}: on`], value: showInstant(new Date(ms).toISOString()), mono: true }]
  })
