/** Crops a picture: it is moved under a frame, and zoomed by the wheel, the slider or two keys. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Slider } from '#console/kit/input/Slider.tsx'
import './PictureCrop.css'

export type PictureCropProps = {
  file: File
  /** The ratio of width to height of the cropped part. */
  ratio: number
  onDone: (file: File) => void
  onClose: () => void
}

const frameHeightPx = 320
const mostZoom = 4
const longestPx = 1280
const stepPx = 8

type Place = { x: number; y: number; zoom: number }

/** The part of the picture within the frame; its longer side is at most `longestPx`. */
const cutOut = (
  picture: HTMLImageElement,
  place: Place,
  scale: number,
  frame: { width: number; height: number },
): HTMLCanvasElement => {
  const [width, height] = [frame.width / scale, frame.height / scale]
  const shrink = Math.min(1, longestPx / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * shrink)
  canvas.height = Math.round(height * shrink)
  canvas
    .getContext('2d')
    ?.drawImage(
      picture,
      picture.naturalWidth / 2 - place.x / scale - width / 2,
      picture.naturalHeight / 2 - place.y / scale - height / 2,
      width,
      height,
      0,
      0,
      canvas.width,
      canvas.height,
    )
  return canvas
}

export default function PictureCrop({ file, ratio, onDone, onClose }: PictureCropProps) {
  const translate = useTranslate()
  const [picture, setPicture] = useState<HTMLImageElement>()
  const [broken, setBroken] = useState(false)
  const [place, setPlace] = useState<Place>({ x: 0, y: 0, zoom: 1 })
  const [busy, setBusy] = useState(false)
  const pull = useRef<{ x: number; y: number; from: Place }>(undefined)
  const frame = { width: Math.round(frameHeightPx * ratio), height: frameHeightPx }

  useEffect(() => {
    const url = URL.createObjectURL(file)
    const image = new Image()
    image.onload = () => setPicture(image)
    image.onerror = () => setBroken(true)
    image.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])

  const frameBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frameBox.current
    // React's wheel listeners are passive and cannot prevent the dialog from scrolling.
    const onWheel = (event: WheelEvent): void => event.preventDefault()
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [])
  const scaleOf = (zoom: number): number =>
    picture ? Math.max(frame.width / picture.naturalWidth, frame.height / picture.naturalHeight) * zoom : 1
  /** Limits zoom and position, so that the picture always covers the frame. */
  const kept = (next: Place): Place => {
    if (!picture) return next
    const zoom = Math.max(1, Math.min(mostZoom, next.zoom))
    const [overX, overY] = [
      (picture.naturalWidth * scaleOf(zoom) - frame.width) / 2,
      (picture.naturalHeight * scaleOf(zoom) - frame.height) / 2,
    ]
    return { zoom, x: Math.max(-overX, Math.min(overX, next.x)), y: Math.max(-overY, Math.min(overY, next.y)) }
  }
  const move = (x: number, y: number): void => setPlace(now => kept({ ...now, x: now.x + x, y: now.y + y }))
  const onKey = (event: KeyboardEvent): void => {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(stepPx, 0),
      ArrowRight: () => move(-stepPx, 0),
      ArrowUp: () => move(0, stepPx),
      ArrowDown: () => move(0, -stepPx),
      '+': () => setPlace(now => kept({ ...now, zoom: now.zoom + 0.1 })),
      '=': () => setPlace(now => kept({ ...now, zoom: now.zoom + 0.1 })),
      '-': () => setPlace(now => kept({ ...now, zoom: now.zoom - 0.1 })),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const cut = (): void => {
    if (!picture) return
    setBusy(true)
    const scale = scaleOf(place.zoom)
    const canvas = cutOut(picture, place, scale, frame)
    canvas.toBlob(
      blob => {
        setBusy(false)
        if (blob) onDone(new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' }))
      },
      'image/jpeg',
      0.92,
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['裁剪照片', 'Crop the picture']}
      note={file.name}
      onSubmit={cut}
      submitLabel={['确 定', 'OK']}
      submitDisabled={!picture}
      busy={busy}
    >
      <div className="picture-crop">
        <div
          className="picture-crop-frame"
          ref={frameBox}
          role="group"
          tabIndex={0}
          aria-label={translate(['拖动照片，用滚轮或加减键缩放', 'Drag the picture; zoom with the wheel or + and -'])}
          style={frame}
          onKeyDown={onKey}
          onPointerDown={(event: PointerEvent<HTMLElement>) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            pull.current = { x: event.clientX, y: event.clientY, from: place }
          }}
          onPointerMove={event => {
            const start = pull.current
            if (!start) return
            setPlace(
              kept({
                ...start.from,
                x: start.from.x + event.clientX - start.x,
                y: start.from.y + event.clientY - start.y,
              }),
            )
          }}
          onPointerUp={() => {
            pull.current = undefined
          }}
          onWheel={event => setPlace(now => kept({ ...now, zoom: now.zoom * (event.deltaY < 0 ? 1.06 : 0.94) }))}
        >
          {picture && (
            <img
              src={picture.src}
              alt=""
              draggable={false}
              style={{
                width: picture.naturalWidth * scaleOf(place.zoom),
                translate: `calc(-50% + ${place.x}px) calc(-50% + ${place.y}px)`,
              }}
            />
          )}
          {broken && <p>{translate(['图片已损坏', 'The picture is damaged'])}</p>}
        </div>
        <div className="picture-crop-zoom">
          <Slider
            label={['缩放', 'Zoom']}
            min={100}
            max={mostZoom * 100}
            unit="%"
            value={Math.round(place.zoom * 100)}
            disabled={!picture}
            onChange={next => setPlace(now => kept({ ...now, zoom: next / 100 }))}
          />
        </div>
      </div>
    </Dialog>
  )
}
