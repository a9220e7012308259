/** A new package: the file first, then the values of its manifest and those that only a person can enter. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Fields } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import { FormBody } from '#console/crud/form/FormBody.tsx'
import { useForm } from '#console/crud/form/useForm.ts'
import { invalidateRows } from '#console/data/queries.ts'
import { post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { FileDrop } from '#console/kit/file/FileDrop.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Progress } from '#console/kit/figure/Progress.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { sizeWords } from './apkWords.ts'
import { beginApk, cancelApk, isRefusal, sendApk, type Sending, type Uploaded } from './apkUpload.ts'

const MOST_BYTES = 500 * 1024 * 1024

export const ApkDialog = ({ noun, onClose }: { noun: Noun; onClose: () => void }) => {
  const translate = useTranslate()
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState(0)
  const [refused, setRefused] = useState<string>()
  /** Whether the connection broke: sent pieces are kept, and the upload can be continued. */
  const [broken, setBroken] = useState(false)
  const [uploaded, setUploaded] = useState<Uploaded>()
  const ending = useRef<AbortController>(undefined)
  const sending = useRef<Sending>(undefined)
  const drop = (): void => {
    ending.current?.abort()
    if (sending.current) cancelApk(sending.current)
    sending.current = undefined
  }
  useEffect(() => drop, [])

  const again = (value?: string): void => {
    drop()
    setFile(undefined)
    setBroken(false)
    setRefused(value)
  }
  const goOn = async (given: File): Promise<void> => {
    setBroken(false)
    setRefused(undefined)
    const { signal } = (ending.current = new AbortController())
    try {
      sending.current ??= await beginApk(given)
      const done = await sendApk(given, sending.current, setShare, signal)
      sending.current = undefined
      setUploaded(done)
    } catch (error) {
      if (signal.aborted) return
      if (isRefusal(error)) again((error as Error).message)
      else setBroken(true)
    }
  }
  const begin = (given: File): void => {
    if (given.size > MOST_BYTES) {
      setRefused(translate(['文件超过 500 MB', 'The file is larger than 500 MB']))
      return
    }
    setFile(given)
    setShare(0)
    void goOn(given)
  }
  if (uploaded) return <ApkForm noun={noun} uploaded={uploaded} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={['上传 APK', 'Upload an APK']}
      dirty={file !== undefined}
      foot={
        file ? (
          <>
            <Button onPress={() => again()}>{translate(['取消上传', 'Call it off'])}</Button>
            {broken && (
              <Button variant="primary" onPress={() => void goOn(file)}>
                {translate(['继续上传', 'Go on'])}
              </Button>
            )}
          </>
        ) : null
      }
    >
      <Stack gap={16}>
        {refused && <Notice tone="bad">{refused}</Notice>}
        {broken && (
          <Notice tone="warn">
            {translate([
              `连接中断，已传 ${Math.floor(share * 100)}%；网络恢复后从断开处继续。`,
              `The connection was lost at ${Math.floor(share * 100)}%; it goes on from there once the network is back.`,
            ])}
          </Notice>
        )}
        {file ? (
          <Progress
            label={
              share < 1 ? (broken ? ['已中断', 'Interrupted'] : ['正在上传', 'Uploading']) : ['正在校验', 'Checking']
            }
            value={share < 1 ? share : undefined}
            note={`${file.name} · ${sizeWords(file.size)}`}
          />
        ) : (
          <FileDrop
            label={['点击选择或拖入 APK', 'Choose an APK or drop it here']}
            note={['.apk，最多 500 MB', '.apk, at most 500 MB']}
            accept=".apk"
            onFile={begin}
          />
        )}
      </Stack>
    </Dialog>
  )
}

const ASKED = [
  'appName',
  'packageName',
  'versionName',
  'versionCode',
  'changelog',
  'force',
  'grayPercent',
  'graySns',
] as const

const ApkForm = ({ noun, uploaded, onClose }: { noun: Noun; uploaded: Uploaded; onClose: () => void }) => {
  const translate = useTranslate()
  const { manifest } = uploaded
  const fields = useMemo(
    (): Fields =>
      Object.fromEntries(
        ASKED.map(name => {
          const field = noun.fields[name]!
          const value = manifest && name in manifest ? manifest[name as keyof typeof manifest] : null
          return [name, value === null ? field : { ...field, disabledIn: ['add'] as const }]
        }),
      ),
    [noun, manifest],
  )
  const [first] = useState(() => ({ ...manifest, grayPercent: 10, force: false }))
  const form = useForm(fields, first, undefined)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    const values = form.read()
    if (!values) return
    setBusy(true)
    try {
      await post(noun.api, { ...values, uploadId: uploaded.id }, { quiet: true })
      toast.ok(['上传成功', 'Uploaded'])
      void invalidateRows(noun.api)
      onClose()
    } catch (error) {
      form.refuse(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={() => {
        cancelApk(uploaded)
        onClose()
      }}
      title={['上传 APK', 'Upload an APK']}
      note={`${sizeWords(uploaded.size)} · MD5 ${uploaded.md5.slice(0, 12)}…`}
      onSubmit={() => void save()}
      submitLabel={['保存草稿', 'Save as a draft']}
      busy={busy}
      dirty
    >
      <Stack gap={16}>
        {!manifest && (
          <Notice tone="warn">
            {translate([
              '读不出安装包的清单，请如实填写包名和版本，终端会再次核对',
              'The manifest cannot be read: enter package and version exactly; terminals check them again',
            ])}
          </Notice>
        )}
        <FormBody
          fields={fields}
          values={form.values}
          problems={form.problems}
          onChange={form.set}
          onBlur={form.check}
        />
      </Stack>
    </Dialog>
  )
}
