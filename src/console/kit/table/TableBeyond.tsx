/** The number of columns that do not fit a table, as a button that shows them; the table then scrolls sideways. */
import { useTranslate } from '#console/kit/language.tsx'

export type TableBeyondProps = { count: number; showAll: boolean; onChange: (showAll: boolean) => void }

export const TableBeyond = ({ count, showAll, onChange }: TableBeyondProps) => {
  const translate = useTranslate()
  return (
    <button
      type="button"
      className="table-beyond"
      aria-pressed={showAll}
      aria-label={translate(
        count > 0
          ? [`显示放不下的 ${count} 列`, `Show the ${count} columns that do not fit`]
          : ['只显示放得下的列', 'Show only the columns that fit'],
      )}
      onClick={() => onChange(!showAll)}
    >
      {translate(count > 0 ? [`+${count} 列`, `+${count}`] : ['收起', 'Fewer'])}
    </button>
  )
}
