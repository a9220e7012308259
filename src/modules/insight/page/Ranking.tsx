/** Applications by passages of the period; each opens the list with its number. */
import { useTranslate } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { BoardCell } from './BoardCell.tsx'
import type { Overview } from './overview.ts'
import { periodOf } from './periods.ts'
import { passagesHref, PASSED_ALONE } from './tileLists.ts'

const SHOWN = 8

export const Ranking = ({ rows, days }: { rows: NonNullable<Overview['ranking']>; days: number }) => {
  const translate = useTranslate()
  const most = Math.max(1, ...rows.map(row => row.n - row.refused))
  return (
    <BoardCell
      title={['应用排名', 'Applications']}
      note={[`${periodOf(days).label[0]}通行`, `passages, ${periodOf(days).label[1].toLowerCase()}`]}
    >
      <div className="dc-list">
        {rows.slice(0, SHOWN).map(row => (
          <a key={row.appId} className="dc-row" href={passagesHref(row.appId, days, PASSED_ALONE)} onClick={followLink}>
            <span className="dc-passage-words">
              <b>{row.name}</b>
              <small>
                {translate([
                  `拒绝 ${row.refused.toLocaleString('en-US')}`,
                  `${row.refused.toLocaleString('en-US')} refused`,
                ])}
              </small>
            </span>
            <span className="dc-meter" data-tone="accent">
              <span style={{ width: `${((row.n - row.refused) / most) * 100}%` }} />
            </span>
            <b>{(row.n - row.refused).toLocaleString('en-US')}</b>
          </a>
        ))}
        {rows.length === 0 && <p className="dc-empty">{translate(['还没有通行', 'No passages yet'])}</p>}
      </div>
    </BoardCell>
  )
}
