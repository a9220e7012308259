/** Reads one code or several with the camera; where there is no camera they are typed or pasted. */
import { useMemo, useRef, useState } from 'react'
import { CameraOff } from 'lucide-react'
import { Icon } from '#console/kit/Icon.tsx'
import { TextArea } from '#console/kit/input/TextArea.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useCamera } from '#console/kit/scan/useCamera.ts'
import './ScanDialog.css'

/** The code in a scanned text, or why there is none. */
export type Scanned = { code: string } | { because: Words }

export type ScanDialogProps = {
  /** What is scanned: 序列号. */
  label: Words
  /** Reads one after another until the dialog is closed; without it the first code closes it. */
  many?: boolean
  codeOf: (text: string) => Promise<Scanned>
  onScan: (codes: readonly string[]) => void
  onClose: () => void
}

/** A code that stays in the picture is read several times a second and counts once. */
const SAME_SIGHT_MS = 2000
const SEPARATORS = /[\s,，、;；]+/

export const codesIn = (text: string): readonly string[] => [...new Set(text.split(SEPARATORS).filter(Boolean))]

type Notice = { tone: 'ok' | 'warn'; words: Words }

export default function ScanDialog({ label, many, codeOf, onScan, onClose }: ScanDialogProps) {
  const translate = useTranslate()
  const video = useRef<HTMLVideoElement>(null)
  const seen = useRef(new Map<string, number>())
  const [text, setText] = useState('')
  const latest = useRef(text)
  latest.current = text
  const [notice, setNotice] = useState<Notice>()
  const codes = useMemo(() => codesIn(text), [text])
  const take = async (scanned: string): Promise<void> => {
    const before = seen.current.get(scanned) ?? -Infinity
    seen.current.set(scanned, performance.now())
    if (performance.now() - before < SAME_SIGHT_MS) return
    const found = await codeOf(scanned)
    if ('because' in found) return setNotice({ tone: 'warn', words: found.because })
    const { code } = found
    if (!many) return onScan([code])
    if (codesIn(latest.current).includes(code))
      return setNotice({ tone: 'warn', words: [`${code} 已在列表中`, `${code} is in the list already`] })
    navigator.vibrate?.(40)
    setText(now => (now.trim() ? `${now.trimEnd()}\n${code}` : code))
    setNotice({ tone: 'ok', words: [`已读取 ${code}`, `Read ${code}`] })
  }
  const camera = useCamera(video, scanned => void take(scanned))
  const prompt: Words = many
    ? ['将条码或二维码依次对准镜头', 'Hold one code after another in front of the camera']
    : ['将条码或二维码对准镜头', 'Hold the code in front of the camera']
  return (
    <Dialog
      open
      onClose={onClose}
      title={[`扫描${label[0]}`, `Scan ${label[1].toLowerCase()}`]}
      width="small"
      onSubmit={() => onScan(codes)}
      submitLabel={many && codes.length ? [`确定（${codes.length}）`, `OK (${codes.length})`] : ['确定', 'OK']}
      submitDisabled={codes.length === 0 || (!many && codes.length > 1)}
    >
      <Stack gap={16}>
        {camera.is === 'off' ? (
          <div className="scan-off" role="alert">
            <Icon of={CameraOff} size={20} />
            <p>{translate(camera.because)}</p>
            <p className="third">{translate(['可以在下面输入或粘贴。', 'Type or paste below instead.'])}</p>
          </div>
        ) : (
          <div className="scan-view" data-on={camera.is === 'on' || undefined} data-said={notice?.tone}>
            <video ref={video} muted playsInline aria-label={translate(['摄像头画面', 'Picture of the camera'])} />
            <span className="scan-frame" aria-hidden="true" key={notice && translate(notice.words)} />
            <p className="scan-said" role="status">
              {translate(
                camera.is === 'starting' ? ['正在打开摄像头…', 'Starting the camera …'] : (notice?.words ?? prompt),
              )}
            </p>
          </div>
        )}
        <TextArea
          label={label}
          mono
          rows={many ? 4 : 1}
          value={text}
          onChange={setText}
          placeholder={
            many
              ? [
                  '读取的内容会出现在这里，也可以粘贴，每行一个',
                  'What is read appears here. You can also paste, one per line',
                ]
              : ['也可以在这里输入', 'You can also type it here']
          }
        />
      </Stack>
    </Dialog>
  )
}
