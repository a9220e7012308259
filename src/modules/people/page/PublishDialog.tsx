/** Publishing a template: what it changes for existing rows, and the required confirmation. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Text } from '#base/text.ts'
import { OPERATION_FAILED } from '#base/texts.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import { get, RequestError } from '#console/data/request.ts'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { TextArea } from '#console/kit/input/TextArea.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { TEMPLATES, type Impact } from './templateRow.ts'
import './template.css'

const WHAT: Record<Impact['what'], Text> = {
  added: ['新增', 'Added'],
  changed: ['调整', 'Changed'],
  stricter: ['更严格', 'Stricter'],
  retyped: ['改变类型', 'Other type'],
  lost: ['移除', 'Taken out'],
}
const THEN: Partial<Record<Impact['what'], (rows: number) => Text>> = {
  lost: rows => [`${rows} 条已有数据不再显示此值，但仍会保留`, `${rows} rows keep the value, which is hidden`],
  retyped: rows => [`${rows} 条已有数据须重新填写`, `${rows} rows have to be filled in again`],
  stricter: rows => [
    `${rows} 条没有此值的数据在下次编辑时须补填`,
    `${rows} rows without it are asked at their next edit`,
  ],
}

export const PublishDialog = ({ act, onClose }: { act: Act; onClose: () => void }) => {
  const translate = useTranslate()
  const [reason, setReason] = useState('')
  const [accept, setAccept] = useState(false)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const {
    data: impact,
    error: unknown,
    refetch,
  } = useQuery({
    queryKey: [TEMPLATES, 'impact', act.row!.id],
    queryFn: ({ signal }) => get<readonly Impact[]>(`${TEMPLATES}/${act.row!.id}/impact`, undefined, { signal }),
    gcTime: 0,
  })
  const touches = impact?.some(change => change.breaking && change.rows > 0) ?? false
  const submit = async (): Promise<void> => {
    setBusy(true)
    setWrong(undefined)
    try {
      await act.run({ reason: reason.trim(), accept })
      toast.ok(['发布成功', 'Published'])
      onClose()
    } catch (error) {
      setWrong(error instanceof RequestError ? error.message : translate(OPERATION_FAILED))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['发布模板', 'Publish the template']}
      {...(act.subject ? { note: act.subject } : {})}
      onSubmit={() => void submit()}
      submitLabel={['发布', 'Publish']}
      submitDisabled={!impact || reason.trim() === '' || (touches && !accept)}
      busy={busy}
    >
      <Stack gap={16}>
        {wrong && <Notice tone="bad">{wrong}</Notice>}
        {!impact && unknown ? (
          <ErrorState note={unknown.message} onRetry={() => void refetch()} />
        ) : !impact ? (
          <Skeleton lines={3} />
        ) : impact.length === 0 ? (
          <Notice>{translate(['与上一版本相同', 'Nothing differs from the version before'])}</Notice>
        ) : (
          <ul className="template-impact">
            {impact.map(({ key, label, what, rows, breaking }) => (
              <li key={key}>
                <b>{label}</b>
                <Pill tone={breaking ? 'warn' : 'ok'}>{WHAT[what]}</Pill>
                <span className="second">{breaking && rows > 0 ? translate(THEN[what]!(rows)) : ''}</span>
              </li>
            ))}
          </ul>
        )}
        <TextArea
          label={['发布说明', 'What is new']}
          required
          rows={2}
          maxLength={100}
          value={reason}
          onChange={setReason}
        />
        {touches && (
          <Checkbox checked={accept} onChange={setAccept}>
            {translate(['我已了解对已有数据的影响', 'I know what happens to rows that exist'])}
          </Checkbox>
        )}
      </Stack>
    </Dialog>
  )
}
