/** The message of a table without rows: what is being loaded, the error, or that there are none. */
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { SlowWords } from '#console/kit/layout/SlowWords.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'

type TableEmptyProps = {
  loading: boolean
  error: { title: Words; note?: Words | undefined } | undefined
  empty: Words
  onRefresh: (() => void) | undefined
}
export const TableEmpty = ({ loading, error, empty, onRefresh }: TableEmptyProps) => {
  const translate = useTranslate()
  if (loading) return <SlowWords />
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
