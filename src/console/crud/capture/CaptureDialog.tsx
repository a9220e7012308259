/** Takes the picture of a person by a device near them: a device is chosen, the person looks at it, and the picture is used after somebody has looked at it. */
import { useState } from 'react'
import { ScanFace, TriangleAlert } from 'lucide-react'
import { OFFLINE } from '#base/listTexts.ts'
import { CANCEL } from '#base/texts.ts'
import { useCapture, type Capture } from '#console/crud/capture/useCapture.ts'
import { CAPTURE, useCaptureDevices, type CaptureDevice } from '#console/crud/capture/useCaptureDevices.ts'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { Button } from '#console/kit/Button.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useSecondsLeft } from '#console/kit/useSecondsLeft.ts'
import './CaptureDialog.css'

export type CaptureDialogProps = { path: string; onUse: (file: string) => void; onClose: () => void }

/** The device that was used last: people are often taken one after the other. */
let lastId: string | undefined
const firstOf = (devices: readonly CaptureDevice[]): string | undefined => {
  const online = devices.filter(device => device.online)
  return online.find(({ id }) => id === lastId)?.id ?? (online.length === 1 ? online[0]!.id : undefined)
}

const CountDown = ({ atMs, waitS }: { atMs: number; waitS: number }) => {
  const translate = useTranslate()
  const left = useSecondsLeft(atMs, waitS)
  return left > 0 ? (
    <>
      <Icon of={ScanFace} size={40} />
      <span className="capture-left">{left}</span>
      <span>{translate(['秒内正对屏幕', 'seconds to face the screen'])}</span>
    </>
  ) : (
    <>
      <Icon of={ScanFace} size={40} />
      <span>{translate(['等待设备的结果…', 'Waiting for the device…'])}</span>
    </>
  )
}

const Frame = ({ capture }: { capture: Capture }) => {
  const translate = useTranslate()
  const url = usePictureUrl(capture.state === 'taken' ? capture.file : undefined)
  return (
    <div className="capture-frame" data-tone={capture.state === 'failed' ? 'bad' : undefined}>
      {capture.state === 'taken' ? (
        url && <img src={url} alt={translate(['采集的照片', 'The picture that was taken'])} />
      ) : capture.state === 'waiting' ? (
        <CountDown {...capture} />
      ) : (
        <Icon of={capture.state === 'failed' ? TriangleAlert : ScanFace} size={40} />
      )}
    </div>
  )
}

const wordsFor = (capture: Capture, name: string): Words => {
  switch (capture.state) {
    case 'none':
      return ['选择本人身边的在线设备，再按“采集”', 'Choose a device that is online near the person, then capture']
    case 'asking':
      return [`正在通知“${name}”`, `Telling "${name}"`]
    case 'waiting':
      return [
        `请本人站到“${name}”前，摘下口罩和帽子，正对屏幕保持不动`,
        `The person stands in front of "${name}" without mask or hat, faces the screen and keeps still`,
      ]
    case 'taken':
      return [
        '请核对：是本人，面部清晰、没有遮挡',
        'Check that it is this person, and that the face is clear and uncovered',
      ]
    case 'failed':
      return capture.problem
  }
}

const optionOf = ({ id, name, place, online }: CaptureDevice) => ({
  id,
  label: place ? `${name} · ${place}` : name,
  ...(online ? {} : { disabled: true, note: OFFLINE }),
})

export const CaptureDialog = ({ path, onUse, onClose }: CaptureDialogProps) => {
  const translate = useTranslate()
  const devices = useCaptureDevices(path)
  const [chosen, setChosen] = useState<string>()
  const { capture, begin, use } = useCapture(path)
  const [using, setUsing] = useState(false)
  const deviceId = chosen ?? firstOf(devices)
  const device = devices.find(({ id }) => id === deviceId)
  const underway = capture.state === 'asking' || capture.state === 'waiting'
  const take = (): void => {
    if (!deviceId) return
    lastId = deviceId
    void begin(deviceId)
  }
  const confirm = async (): Promise<void> => {
    setUsing(true)
    const file = await use()
    setUsing(false)
    if (file) onUse(file)
  }
  const foot =
    capture.state === 'taken' ? (
      <>
        <Button onPress={take} disabled={using}>
          {translate(['重拍', 'Retake'])}
        </Button>
        <Button variant="primary" onPress={() => void confirm()} busy={using}>
          {translate(['采用', 'Use it'])}
        </Button>
      </>
    ) : (
      <>
        <Button onPress={onClose}>{translate(CANCEL)}</Button>
        <Button variant="primary" onPress={take} disabled={!device?.online || underway}>
          {translate(capture.state === 'failed' ? ['重新采集', 'Try again'] : ['采集', 'Capture'])}
        </Button>
      </>
    )
  return (
    <Dialog open onClose={onClose} title={CAPTURE} foot={foot}>
      <Stack gap={20}>
        <Select
          label={['采集设备', 'Terminal']}
          disabled={underway}
          options={devices.map(optionOf)}
          value={deviceId}
          onChange={setChosen}
          {...(devices.some(({ online }) => online)
            ? {}
            : { hint: ['可采集的设备都不在线', 'No device that takes pictures is online'] as const })}
        />
        <Stack gap={12} align="center">
          <Frame capture={capture} />
          <p className="capture-words" role={capture.state === 'failed' ? 'alert' : 'status'}>
            {translate(wordsFor(capture, device?.name ?? ''))}
          </p>
        </Stack>
        <p className="second">
          {translate([
            '采集前须取得本人单独同意。照片在采用并保存后才登记，不采用的立即删除。',
            "Ask for the person's separate consent first. A picture is only enrolled once it is used and saved; one that is not used is deleted at once.",
          ])}
        </p>
      </Stack>
    </Dialog>
  )
}
