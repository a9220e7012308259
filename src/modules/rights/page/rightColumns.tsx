/** The columns of a right: person, door, delivery state, and expiry. */
import { showInstant } from '#base/time.ts'
import { DELIVERY, type DeliveryKey } from '#model/delivery.ts'
import type { RowOf } from '#model/row.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import { can } from '#console/data/me.ts'
import { translateNow } from '#console/kit/language.tsx'
import type { RowAct } from '#console/kit/table/column.ts'
import { daysLeft } from './matrix.ts'
import type { personAuth } from '../personAuth.noun.ts'

type Right = RowOf<typeof personAuth>

export const RIGHT_COLUMNS: ColumnChanges<Right> = {
  state: {
    width: 132,
    render: row => {
      const { word, tone } = DELIVERY[row.state as DeliveryKey]
      return (
        <span className="pill" data-tone={tone} data-variant={tone === 'ok' ? 'plain' : 'soft'}>
          <i className="glyph" data-tone={tone} />
          {translateNow(word)}
        </span>
      )
    },
  },
  until: {
    width: 172,
    render: row => {
      if (!row.until) return <span className="table-none">—</span>
      const days = daysLeft(row.until, Date.now())
      return (
        <span>
          {showInstant(row.until).slice(0, 16)}
          {days !== null && <span className="am-days">{translateNow([`${days} 天`, `${days} d`])}</span>}
        </span>
      )
    },
  },
}

export const rightActs = (row: Right): readonly RowAct[] =>
  can('personAuth:retry') && row.state === 'failed' && row.personId
    ? [
        {
          id: 'again',
          label: ['重新下发', 'Send again'],
          onPress: () => void import('./matrixActs.ts').then(({ sendAgain }) => sendAgain([row.personId!])),
        },
      ]
    : []
