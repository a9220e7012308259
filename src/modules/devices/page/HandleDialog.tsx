/** Says what became of events: handled or a false alarm, with a word about it. */
import { useState } from 'react'
import { post } from '#console/data/request.ts'
import { Dialog } from '#console/kit/Dialog.tsx'
import { Radio } from '#console/kit/Radio.tsx'
import { Stack } from '#console/kit/Stack.tsx'
import { TextArea } from '#console/kit/TextArea.tsx'
import { toast } from '#console/kit/toast.ts'
import { EVENTS } from './deviceCache.ts'

export type Handling = { ids: readonly string[]; subject: string; state: 2 | 3 }

export const HandleDialog = ({
  handling,
  onClose,
  onDone,
}: {
  handling: Handling
  onClose: () => void
  onDone: () => void
}) => {
  const [state, setState] = useState<'2' | '3'>(String(handling.state) as '2' | '3')
  const [remark, setRemark] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setBusy(true)
    try {
      const n = await post<number>(`${EVENTS}/handle`, {
        ids: handling.ids,
        state: Number(state),
        ...(remark.trim() ? { remark: remark.trim() } : {}),
      })
      toast.ok([`已处理 ${n} 条`, `${n} handled`])
      onDone()
      onClose()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['处理事件', 'Handle events']}
      note={handling.subject}
      width="small"
      onSubmit={() => void submit()}
      submitLabel={['确定', 'OK']}
      busy={busy}
      dirty={remark !== ''}
    >
      <Stack gap={20}>
        <Radio<'2' | '3'>
          label={['结果', 'Result']}
          required
          value={state}
          onChange={setState}
          options={[
            { id: '2', label: ['已处理', 'Handled'] },
            { id: '3', label: ['误报', 'False alarm'] },
          ]}
        />
        <TextArea
          label={['备注', 'Remark']}
          value={remark}
          onChange={setRemark}
          maxLength={200}
          placeholder={['例如 已到场检查，门禁正常', 'Such as: checked on site, all well']}
        />
      </Stack>
    </Dialog>
  )
}
