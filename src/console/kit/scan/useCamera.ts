/** The picture of the camera in a video element, and the codes in it; both end with the component. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { openReader, type CodeReader } from '#console/kit/scan/codeReader.ts'
import type { Words } from '#console/kit/language.tsx'

/** Between two readings, so that a slow device has time for its own screen. */
const PAUSE_MS = 120

export type CameraState = { is: 'starting' } | { is: 'on' } | { is: 'off'; because: Words }

const refusals: Readonly<Record<string, Words>> = {
  NotAllowedError: [
    '浏览器没有使用摄像头的许可，请在地址栏的网站设置中允许。',
    'The browser may not use the camera. Allow it in the site settings beside the address.',
  ],
  NotFoundError: ['没有找到摄像头。', 'No camera was found.'],
  NotReadableError: ['摄像头正被其他程序使用。', 'The camera is in use by another program.'],
}
const INSECURE: Words = [
  '页面不是通过 HTTPS 打开的，浏览器不提供摄像头。',
  'Browsers only offer the camera to pages opened by HTTPS.',
]
const FAILED: Words = ['摄像头没有打开。', 'The camera could not be started.']
const UNREADABLE: Words = [
  '识别组件没有加载成功，请刷新页面后重试。',
  'The reader could not be loaded. Refresh the page.',
]

const becauseOf = (error: unknown): Words => (error instanceof DOMException && refusals[error.name]) || FAILED

const openCamera = (): Promise<MediaStream> => {
  if (!navigator.mediaDevices) throw Object.assign(new Error(), { because: INSECURE })
  return navigator.mediaDevices.getUserMedia({
    // The camera at the back, where there are two.
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

/** Reads until `ended`; each code is reported every time that it is read. */
async function readOn(
  reader: CodeReader,
  video: HTMLVideoElement,
  ended: () => boolean,
  onText: (text: string) => void,
): Promise<void> {
  while (!ended()) {
    if (!document.hidden && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
      for (const text of await reader.read(video)) if (!ended()) onText(text)
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
}

export const useCamera = (video: RefObject<HTMLVideoElement | null>, onText: (text: string) => void): CameraState => {
  const [state, setState] = useState<CameraState>({ is: 'starting' })
  const latest = useRef(onText)
  latest.current = onText
  useEffect(() => {
    let ended = false
    let stream: MediaStream | undefined
    let reader: CodeReader | undefined
    const end = (): void => {
      ended = true
      for (const track of stream?.getTracks() ?? []) track.stop()
      reader?.end()
    }
    const fail = (because: Words): void => {
      if (ended) return
      end()
      setState({ is: 'off', because })
    }
    const begin = async (): Promise<void> => {
      const camera = (stream = await openCamera())
      const codes = (reader = await openReader())
      const element = video.current
      if (ended || !element) return end()
      element.srcObject = camera
      await element.play()
      if (ended) return end()
      setState({ is: 'on' })
      await readOn(
        codes,
        element,
        () => ended,
        text => latest.current(text),
      ).catch(() => fail(UNREADABLE))
    }
    begin().catch((error: unknown) => fail((error as { because?: Words }).because ?? becauseOf(error)))
    return end
  }, [video])
  return state
}
