/** The list of removals: what was removed, until when it can be restored, and the button for it. */
import { useRef, type ReactElement } from 'react'
import { showInstant } from '#base/time.ts'
import { undoAndNotify } from '#console/crud/act/undoAndNotify.ts'
import type { Removal } from '#console/data/removals.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Popover, type TriggerProps } from '#console/kit/overlay/Popover.tsx'
import './JobList.css'

type UndoListProps = { removals: readonly Removal[]; trigger: ReactElement<TriggerProps> }

const UndoList = ({ removals, trigger }: UndoListProps) => {
  const translate = useTranslate()
  const busy = useRef(new Set<string>())
  const undo = async (removal: Removal): Promise<void> => {
    if (busy.current.has(removal.together)) return
    busy.current.add(removal.together)
    await undoAndNotify(removal)
    busy.current.delete(removal.together)
  }
  return (
    <Popover label={['最近删除', 'Recently deleted']} trigger={trigger} placement="bottom end" flush>
      {() => (
        <div className="job-list">
          <h2>{translate(['最近删除', 'Recently deleted'])}</h2>
          <ul>
            {removals.map(removal => {
              const more = removal.ids.length - 1
              const until = showInstant(removal.until).slice(11, 16)
              return (
                <li key={removal.together} className="job">
                  <div className="job-head">
                    <b>{removal.nounName}</b>
                    <span className="ellipsis">
                      {translate(
                        more > 0
                          ? [`${removal.name} 等 ${more + 1} 项`, `${removal.name} and ${more} more`]
                          : removal.name,
                      )}
                    </span>
                    <time dateTime={removal.until}>{translate([`${until} 前可撤销`, `until ${until}`])}</time>
                  </div>
                  <div className="job-acts">
                    <Link onPress={() => void undo(removal)}>{translate(['撤销删除', 'Undo'])}</Link>
                  </div>
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </Popover>
  )
}
export default UndoList
