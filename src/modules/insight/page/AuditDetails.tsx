/** One act of the audit: who, when, from where, what, and each value before and after it. */
import type { ReactNode } from 'react'
import { HIDDEN } from '#base/hidden.ts'
import type { RowOf } from '#model/row.ts'
import { calledOf } from '#console/crud/calledOf.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { Reference } from '#console/crud/row/Reference.tsx'
import { useReferred } from '#console/crud/row/ReferredDetails.tsx'
import { shownValue } from '#console/crud/row/shownValue.tsx'
import { TechnicalDetails } from '#console/crud/row/TechnicalDetails.tsx'
import { none } from '#console/crud/row/ValueOf.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { operLog } from '../operLog.noun.ts'
import { objectShown } from './auditCells.tsx'
import type { ChangeLine } from '../auditChanges.rules.ts'
import { linesOf } from './linesOf.ts'
import './audit.css'

const FACTS = ['at', 'actorName', 'action', 'object', 'ip', 'seq'] as const

/** The audit keeps the number of what a value refers to; its name is that of today. */
const Referred = ({ to, id }: { to: string; id: string }) => {
  const { noun, row } = useReferred({ key: to, id })
  if (!noun || !row) return <span className="mono">{id}</span>
  return (
    <Reference to={to} id={id}>
      {calledOf(noun, row)}
    </Reference>
  )
}

const Value = ({ line: { field, name }, value }: { line: ChangeLine; value: unknown }): ReactNode => {
  const translate = useTranslate()
  if (value === null || value === undefined || value === '') return none
  if (field?.kind === 'ref') {
    const ids = [value].flat().map(String)
    return ids.length ? (
      <span className="audit-several">
        {ids.map(id => (
          <Referred key={id} to={field.to} id={id} />
        ))}
      </span>
    ) : (
      none
    )
  }
  if (!field) return typeof value === 'object' ? <span className="mono">{JSON.stringify(value)}</span> : String(value)
  return shownValue({ field, name, row: { [name]: value }, translate, whole: true })
}

const Lines = ({ lines }: { lines: readonly ChangeLine[] }) => {
  const translate = useTranslate()
  const pairs = lines.some(line => 'before' in line)
  return (
    <table className="audit-lines">
      <caption>{translate(operLog.fields.changes.label)}</caption>
      <thead>
        <tr>
          <th scope="col">{translate(['项目', 'Field'])}</th>
          {pairs && <th scope="col">{translate(['变更前', 'Before'])}</th>}
          <th scope="col">{translate(pairs ? ['变更后', 'After'] : ['内容', 'Value'])}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(line => (
          <tr key={line.name}>
            <th scope="row">{translate(line.label)}</th>
            {pairs && (
              <td data-before="">
                <Value line={line} value={line.before} />
              </td>
            )}
            <td>
              <Value line={line} value={line.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const AuditDetails = ({ row }: { row: RowOf<typeof operLog> }) => {
  const translate = useTranslate()
  const lines = linesOf(row)
  const [at, actor, act, kind, ...others] = detailsOf(operLog, row, FACTS, translate)
  return (
    <Stack gap={20}>
      <DetailView
        items={[
          ...[at, actor, act, kind].filter(item => item !== undefined),
          { label: ['对象', 'Object'], wide: true, value: objectShown(row, true) },
          ...(row.reason ? [{ label: operLog.fields.reason.label, wide: true, value: row.reason }] : []),
          ...others,
        ]}
      />
      {lines.length > 0 && <Lines lines={lines} />}
      {lines.some(line => line.after === HIDDEN) && (
        <p className="second">
          {translate([
            `${HIDDEN} 为不显示的内容：个人信息、密钥，以及您无权查看的对象`,
            `${HIDDEN} is not shown: personal data, secrets, and objects that you may not read`,
          ])}
        </p>
      )}
      <TechnicalDetails noun={operLog} row={row} />
    </Stack>
  )
}
