/** The failed rows of a job: each problem with its row, its column, the given value and the reason. */
import { NAME, REASON } from '#base/labelTexts.ts'
import { useMemo } from 'react'
import { useFailures, type Job } from '#console/data/jobs.ts'
import type { Column } from '#console/kit/table/column.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Table } from '#console/kit/table/Table.tsx'

type Line = { key: string; row: number; column: string | null; given: string | null; reason: string }
const keyOf = (line: Line): string => line.key
const none = <span className="third">—</span>

const columns: readonly Column<Line>[] = [
  { key: 'row', label: ['行', 'Row'], width: 80, priority: 1, render: line => line.row },
  { key: 'column', label: ['列', 'Column'], width: 128, priority: 1, render: line => line.column ?? none },
  {
    key: 'given',
    label: ['填写内容', 'Value'],
    width: 176,
    priority: 2,
    render: line =>
      line.given ? (
        <span className="ellipsis" title={line.given}>
          {line.given}
        </span>
      ) : (
        none
      ),
  },
  { key: 'reason', label: REASON, priority: 1, render: line => <span title={line.reason}>{line.reason}</span> },
]

/** A failed row of an action on many rows: its name and the reason. */
const bulkColumns: readonly Column<Line>[] = [
  { key: 'row', label: '#', width: 64, priority: 1, render: line => line.row },
  { key: 'given', label: NAME, width: 240, priority: 1, render: line => line.given ?? none },
  columns.at(-1)!,
]

export const ImportFailures = ({ job }: { job: Job }) => {
  const translate = useTranslate()
  const { rows, loading } = useFailures(job)
  const lines = useMemo(
    (): readonly Line[] =>
      rows.flatMap(({ row, problems }) => problems.map((problem, at) => ({ key: `${row} ${at}`, row, ...problem }))),
    [rows],
  )
  const more = job.failed - rows.length
  return (
    <Stack gap={8}>
      <Table
        name={job.kind === 'bulk' ? 'bulkFailures' : 'importFailures'}
        label={job.kind === 'import' ? ['有误的行', 'Rows with errors'] : ['未完成的行', 'Rows not completed']}
        columns={job.kind === 'bulk' ? bulkColumns : columns}
        rows={lines}
        rowKey={keyOf}
        loading={loading}
        rowHeight={36}
        shortcuts={false}
        skeletonRows={3}
      />
      {!loading && more > 0 && (
        <span className="second">
          {translate([
            `这里列出前 ${rows.length} 行，其余 ${more.toLocaleString('en-US')} 行见下载的文件`,
            `The first ${rows.length} are listed; the other ${more.toLocaleString('en-US')} are in the file to download`,
          ])}
        </span>
      )}
    </Stack>
  )
}
