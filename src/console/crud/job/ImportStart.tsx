/** The first step of an import: the template, the file, and the reason why a file was refused. */
import { useState } from 'react'
import type { Noun } from '#model/noun.ts'
import { ColumnChoices, type UnknownColumns } from '#console/crud/job/ColumnChoices.tsx'
import { rememberColumns, rememberedColumns, uploadImport } from '#console/crud/job/uploadImport.ts'
import { jobsChanged } from '#console/data/jobs.ts'
import { download, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { FileDrop } from '#console/kit/file/FileDrop.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'

const maxBytes = 10 * 1024 * 1024

/** A file and its columns that are not known. */
export type BegunImport = UnknownColumns & { file: File }
export type ImportStartProps = {
  noun: Noun
  /** A file that was checked, whose columns are to be chosen. */
  begun?: BegunImport | undefined
  onJob: (id: string, begun: BegunImport) => void
}

export const ImportStart = ({ noun, begun: given, onJob }: ImportStartProps) => {
  const translate = useTranslate()
  const [busy, setBusy] = useState(false)
  const [begun, setBegun] = useState(given)
  const [chosen, setChosen] = useState(() => rememberedColumns(noun))
  const [refused, setRefused] = useState<{ file: string; why: Words }>()

  const check = async (file: File): Promise<void> => {
    setRefused(undefined)
    if (file.size > maxBytes) {
      setRefused({ file: file.name, why: ['文件超过 10 MB', 'The file is larger than 10 MB'] })
      return
    }
    setBusy(true)
    setBegun(undefined)
    try {
      const { id, ...unknown } = await uploadImport(noun, file, chosen)
      onJob(id, { file, leftOut: unknown.leftOut, chosen: unknown.chosen, choices: unknown.choices })
      void jobsChanged()
    } catch (error) {
      const why = error instanceof RequestError && error.message
      const unknown = (error instanceof RequestError && error.data ? error.data : {}) as Partial<UnknownColumns>
      const { leftOut = [], chosen: before = [], choices } = unknown
      if (choices && leftOut.length + before.length > 0) setBegun({ file, leftOut, chosen: before, choices })
      setRefused({
        file: file.name,
        why: why || ['上传失败，请检查网络后重试', 'The upload failed; check the network and try again'],
      })
    } finally {
      setBusy(false)
    }
  }
  const choose = (next: typeof chosen): void => {
    setChosen(next)
    rememberColumns(noun, next)
  }
  const template = async (): Promise<void> => {
    if (
      !(await download(
        `${noun.api}/importTemplate`,
        `${translate(noun.label)} ${translate(['导入模板', 'template'])}.xlsx`,
      ))
    )
      toast.error(['模板下载失败', 'The template could not be downloaded'])
  }

  return (
    <Stack gap={16}>
      {refused && (
        <Notice tone="bad">
          <b>{refused.file}</b> {translate(refused.why)}
        </Notice>
      )}
      {begun && (
        <Stack gap={12}>
          <ColumnChoices of={begun} value={chosen} onChange={choose} />
          <Row justify="flex-end">
            <Button variant="primary" busy={busy} onPress={() => void check(begun.file)}>
              {translate(['重新检查', 'Check again'])}
            </Button>
          </Row>
        </Stack>
      )}
      <FileDrop
        label={busy ? ['正在读取…', 'Reading…'] : ['点击选择或拖入文件', 'Choose a file or drop it here']}
        note={['.xlsx 或 .csv，最多 10 MB、50,000 行', '.xlsx or .csv, at most 10 MB and 50,000 rows']}
        accept=".xlsx,.csv"
        busy={busy}
        onFile={file => void check(file)}
      />
      <Row wrap justify="space-between">
        <span className="second">
          {translate([
            '先检查每一行，确认后才会写入。',
            'Every row is checked first; nothing is written before you confirm.',
          ])}
        </span>
        <Link onPress={() => void template()}>{translate(['下载模板', 'Download the template'])}</Link>
      </Row>
    </Stack>
  )
}
