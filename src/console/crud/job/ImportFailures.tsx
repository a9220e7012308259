/** The failed rows of a job: each problem with its row, its column, the given value and the reason. */
import { COLUMN } from '#base/listTexts.ts'
import { NAME, REASON } from '#base/labelTexts.ts'
import { useMemo, useState } from 'react'
import { ImportCauses } from '#console/crud/job/ImportCauses.tsx'
import { useCauses, useFailures, type Job } from '#console/data/jobs.ts'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import type { Column } from '#console/kit/table/column.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Table } from '#console/kit/table/Table.tsx'

type Line = { key: string; row: number; column: string | null; given: string | null; reason: string }
const keyOf = (line: Line): string => line.key
const none = <span className="third">—</span>

const columns: readonly Column<Line>[] = [
  { key: 'row', label: ['行', 'Row'], width: 64, align: 'right', priority: 1, render: line => line.row },
  { key: 'column', label: COLUMN, width: 128, priority: 1, render: line => line.column ?? none },
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
  const { rows, loading } = useFailures(job)
  const lines = useMemo(
    (): readonly Line[] =>
      rows.flatMap(({ row, problems }) => problems.map((problem, at) => ({ key: `${row} ${at}`, row, ...problem }))),
    [rows],
  )
  const more = job.failed - rows.length
  const causes = useCauses(job)
  // By cause where that is shorter, or where what is missing can be created.
  const grouped = causes !== null && (causes.length < lines.length || causes.some(cause => cause.missing))
  const [by, setBy] = useState<'cause' | 'row'>('cause')
  return (
    <Stack gap={8}>
      {grouped && (
        <Row>
          <Segmented
            label={['显示方式', 'Shown']}
            items={[
              { id: 'cause', label: ['按原因', 'By cause'], count: causes.length },
              { id: 'row', label: ['按行', 'By row'], count: job.failed },
            ]}
            value={by}
            onChange={setBy}
          />
        </Row>
      )}
      {grouped && by === 'cause' ? (
        <ImportCauses job={job} causes={causes} />
      ) : (
        <FailureRows job={job} lines={lines} loading={loading} more={more} shown={rows.length} />
      )}
    </Stack>
  )
}

type FailureRowsProps = { job: Job; lines: readonly Line[]; loading: boolean; more: number; shown: number }

const FailureRows = ({ job, lines, loading, more, shown }: FailureRowsProps) => {
  const translate = useTranslate()
  return (
    <>
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
            `这里列出前 ${shown} 行，其余 ${more.toLocaleString('en-US')} 行见下载的文件`,
            `The first ${shown} are listed; the other ${more.toLocaleString('en-US')} are in the file to download`,
          ])}
        </span>
      )}
    </>
  )
}
