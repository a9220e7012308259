/** Issues a code: asks for whom, where and how long, then shows it once as a QR code to print or copy. */
import { useState } from 'react'
import { Printer } from 'lucide-react'
import { PRINT } from '#base/listTexts.ts'
import { CLOSE } from '#base/texts.ts'
import { dayOf, instantOf, showInstant } from '#base/time.ts'
import { ActDialog, type ActDialogProps } from '#console/crud/act/ActDialog.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Copyable } from '#console/kit/Copyable.tsx'
import { printLabels, QrLabels } from '#console/kit/figure/QrLabels.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'

interface Issued {
  id: string
  code: string
  validTo: string
  personName: string
  offlineDoors: number
}

export const IssueDialog = (props: ActDialogProps) => {
  const [issued, setIssued] = useState<Issued>()
  // Most codes are for a visit of today.
  const [start] = useState(() => ({ validTo: instantOf(`${dayOf(Date.now())}T23:59:00`).toISOString() }))
  if (issued) return <ShownCode issued={issued} onClose={props.onClose} />
  return <ActDialog {...props} start={start} onAnswer={answer => setIssued(answer as Issued)} />
}

const ShownCode = ({ issued, onClose }: { issued: Issued; onClose: () => void }) => {
  const translate = useTranslate()
  const until = showInstant(issued.validTo).slice(0, 16)
  const notes: Words[] = [[`${until} 前有效`, `Valid until ${until}`]]
  if (issued.offlineDoors)
    notes.push([`断网时可开 ${issued.offlineDoors} 扇门`, `Opens ${issued.offlineDoors} doors without network`])
  return (
    <Dialog
      open
      onClose={onClose}
      title={['通行码', 'Pass code']}
      note={issued.personName}
      width="small"
      footStart={
        <Button icon={Printer} onPress={printLabels}>
          {translate(PRINT)}
        </Button>
      }
      foot={
        <Button variant="primary" onPress={onClose}>
          {translate(CLOSE)}
        </Button>
      }
    >
      <Stack gap={16}>
        <Notice tone="warn">
          {translate(['只显示这一次，关闭后无法再次查看', 'Shown only once; it cannot be viewed again'])}
        </Notice>
        <QrLabels
          labels={[
            { id: issued.id, text: issued.code, label: ['通行码', 'Pass code'], title: issued.personName, notes },
          ]}
        />
        <Copyable label={['复制码值', 'Copy the code']}>{issued.code}</Copyable>
      </Stack>
    </Dialog>
  )
}
