/** Verifies the chain of the audit and says the result in words. */
import { useState } from 'react'
import { ShieldCheck } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import type { Text } from '#base/text.ts'
import { CLOSE } from '#base/texts.ts'
import { get } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { operLog } from '../operLog.noun.ts'

interface Report {
  ok: boolean
  /** In the reader's language, or in both. */
  text: Text
  rows: number
  from: string | null
  through: string | null
  anchoredAt: string | null
  waiting: number
}

const { label } = operLog.actions.verify
const SOUND: Text = [
  '核对过的记录与封存时一致，没有被改动、删除或插入',
  'The records are what was sealed: none was changed, removed or inserted',
]
const whatToDo: Text = [
  '请保留现场并联系平台维护人员，用命令行核对全部记录',
  'Leave everything as it is and have the whole audit verified on the command line',
]

const Result = ({ report }: { report: Report }) => {
  const translate = useTranslate()
  const { ok, text, rows, from, through, anchoredAt, waiting } = report
  return (
    <Stack gap={16}>
      <Notice tone={ok ? 'ok' : 'bad'}>
        {ok ? translate(SOUND) : `${translate(text)}${translate(['。', '. '])}${translate(whatToDo)}`}
      </Notice>
      <DetailView
        items={[
          { label: ['已核对', 'Verified'], value: translate([`${rows} 条`, `${rows} records`]) },
          {
            label: ['封存序号', 'Sealed as'],
            value: from && through ? translate([`第 ${from} 至 ${through} 条`, `${from} to ${through}`]) : null,
          },
          { label: ['最近一次签名', 'Last signed'], value: anchoredAt && showInstant(anchoredAt) },
          { label: ['等待封存', 'Waiting to be sealed'], value: translate([`${waiting} 条`, `${waiting} records`]) },
        ]}
      />
    </Stack>
  )
}

export const VerifyButton = () => {
  const translate = useTranslate()
  const [report, setReport] = useState<Report>()
  const [busy, setBusy] = useState(false)
  const verify = async (): Promise<void> => {
    setBusy(true)
    // A refusal is shown by the request itself.
    await get<Report>(`${operLog.api}/verify`).then(setReport, () => {})
    setBusy(false)
  }
  return (
    <>
      <Button icon={ShieldCheck} busy={busy} onPress={() => void verify()}>
        {translate(label)}
      </Button>
      <Dialog
        open={report !== undefined}
        onClose={() => setReport(undefined)}
        title={label}
        foot={<Button onPress={() => setReport(undefined)}>{translate(CLOSE)}</Button>}
      >
        {report && <Result report={report} />}
      </Dialog>
    </>
  )
}
