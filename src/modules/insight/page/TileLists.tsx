/** The lists that a figure is the sum of, each with its number. */
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import type { TileList } from './tileLists.ts'

export type TileListsProps = { title: Words; lists: readonly TileList[]; onClose: () => void }

const TileLists = ({ title, lists, onClose }: TileListsProps) => {
  const translate = useTranslate()
  return (
    <Dialog open title={title} width="small" onClose={onClose}>
      <div className="dc-list">
        {lists.map(list => (
          <a key={list.href} className="dc-row" href={list.href} onClick={followLink}>
            <span className="dc-passage-words">
              <b>{translate(list.label)}</b>
            </span>
            <b>{list.n.toLocaleString('en-US')}</b>
          </a>
        ))}
      </div>
    </Dialog>
  )
}
export default TileLists
