/** Why rows of an import failed, the most frequent cause first; what is missing can be created, and the file is checked again. */
import { COLUMN } from '#base/listTexts.ts'
import { REASON } from '#base/labelTexts.ts'
import { useMemo, useState } from 'react'
import { creatable, createMissing, missingIn } from '#console/crud/job/createMissing.ts'
import { checkAgain, type Job, type JobCause } from '#console/data/jobs.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import type { Column } from '#console/kit/table/column.ts'
import { Table } from '#console/kit/table/Table.tsx'

const keyOf = (cause: JobCause): string => `${cause.field} ${cause.reason} ${cause.missing?.name}`

export const ImportCauses = ({ job, causes }: { job: Job; causes: readonly JobCause[] }) => {
  const translate = useTranslate()
  const [busy, setBusy] = useState(false)
  const missing = useMemo(() => missingIn(job, causes), [job, causes])
  // The next step, where no row can be imported yet.
  const first = job.startable ? undefined : 'primary'
  const create = async (of: readonly JobCause[]): Promise<void> => {
    setBusy(true)
    try {
      for (const { missing: one } of of) await createMissing(creatable(one!.noun)!, one!.name, job.appId)
      await checkAgain(job)
    } catch {
      // The request itself has said why.
    } finally {
      setBusy(false)
    }
  }
  const columns: readonly Column<JobCause>[] = [
    { key: 'reason', label: REASON, priority: 1, render: cause => <span title={cause.reason}>{cause.reason}</span> },
    { key: 'column', label: COLUMN, width: 112, priority: 3, render: cause => cause.column ?? '—' },
    {
      key: 'count',
      label: ['行数', 'Rows'],
      width: 72,
      align: 'right',
      priority: 1,
      render: cause => cause.count.toLocaleString('en-US'),
    },
    {
      key: 'rows',
      label: ['行号', 'Row numbers'],
      width: 152,
      priority: 2,
      render: cause => `${cause.rows.join('、')}${cause.count > cause.rows.length ? ' …' : ''}`,
    },
    ...(missing.length
      ? [
          {
            key: 'mend',
            label: ['处理', 'Mend'],
            width: 176,
            priority: 1,
            render: cause =>
              missing.includes(cause) ? (
                <Button
                  variant={(missing.length === 1 && first) || 'quiet'}
                  size="small"
                  disabled={busy}
                  onPress={() => void create([cause])}
                >
                  {translate([`创建“${cause.missing!.name}”`, `Create "${cause.missing!.name}"`])}
                </Button>
              ) : (
                <span className="third">—</span>
              ),
          } satisfies Column<JobCause>,
        ]
      : []),
  ]
  return (
    <Stack gap={8}>
      {missing.length > 1 && (
        <Row gap={8}>
          <Button variant={first} size="small" busy={busy} onPress={() => void create(missing)}>
            {translate([`创建全部 ${missing.length} 个`, `Create all ${missing.length}`])}
          </Button>
          <span className="second">{translate(['创建后自动重新校验', 'The file is then checked again'])}</span>
        </Row>
      )}
      <Table
        name="importCauses"
        label={['失败原因', 'Causes']}
        columns={columns}
        rows={causes}
        rowKey={keyOf}
        rowHeight={36}
        shortcuts={false}
      />
    </Stack>
  )
}
