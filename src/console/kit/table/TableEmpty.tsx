/** The message of a table without rows: the error, or that there are none. */
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'

type TableEmptyProps = {
  error: { title: Words; note: Words } | undefined
  empty: Words
  onRefresh: (() => void) | undefined
}
export const TableEmpty = ({ error, empty, onRefresh }: TableEmptyProps) => {
  const translate = useTranslate()
  return (
    <div className="table-empty">
      {error ? (
        <ErrorState {...error} onRetry={onRefresh} />
      ) : (
        <button type="button" className="table-refresh" onClick={onRefresh}>
          {translate(empty)}
        </button>
      )}
    </div>
  )
}
