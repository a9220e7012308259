/** Two pictures beside each other, large. Wheel, + and − zoom both; dragging and arrow keys move both; 0 shows the whole again. */
import { useState, type KeyboardEvent, type PointerEvent, type WheelEvent } from 'react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import type { PhotoPairProps } from '#console/kit/picture/PhotoPair.tsx'

const MOST = 6
const STEP = 1.4
const MOVE = 10
/** `x`, `y`: the moved share of a picture, in percent. */
interface View {
  zoom: number
  x: number
  y: number
}
const WHOLE: View = { zoom: 1, x: 0, y: 0 }

/** Keeps the picture in its frame. */
const held = ({ zoom, x, y }: View): View => {
  const bounded = Math.max(1, Math.min(MOST, zoom))
  const most = ((bounded - 1) / 2) * 100
  return { zoom: bounded, x: Math.max(-most, Math.min(most, x)), y: Math.max(-most, Math.min(most, y)) }
}

type PhotoCompareProps = Pick<PhotoPairProps, 'label' | 'photos'> & { missing: Words; onClose: () => void }

export const PhotoCompare = ({ label, photos, missing, onClose }: PhotoCompareProps) => {
  const translate = useTranslate()
  const [view, setView] = useState(WHOLE)
  const by = (factor: number): void => setView(now => held({ ...now, zoom: now.zoom * factor }))
  const move = (x: number, y: number): void => setView(now => held({ ...now, x: now.x + x, y: now.y + y }))
  const onKey = (event: KeyboardEvent): void => {
    const act = {
      '+': () => by(STEP),
      '=': () => by(STEP),
      '-': () => by(1 / STEP),
      '0': () => setView(WHOLE),
      ArrowLeft: () => move(MOVE, 0),
      ArrowRight: () => move(-MOVE, 0),
      ArrowUp: () => move(0, MOVE),
      ArrowDown: () => move(0, -MOVE),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const onDrag = (event: PointerEvent<HTMLElement>): void => {
    if (event.buttons !== 1) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    move((event.movementX / width) * 100, (event.movementY / height) * 100)
  }
  const onWheel = (event: WheelEvent): void => by(event.deltaY < 0 ? STEP : 1 / STEP)
  const shown = `${Math.round(view.zoom * 100)}%`
  return (
    <Dialog
      open
      onClose={onClose}
      title={label}
      foot={
        <div className="photo-tools">
          <IconButton
            icon={ZoomOut}
            label={['缩小', 'Zoom out']}
            disabled={view.zoom <= 1}
            onPress={() => by(1 / STEP)}
          />
          <output aria-live="polite">{shown}</output>
          <IconButton icon={ZoomIn} label={['放大', 'Zoom in']} disabled={view.zoom >= MOST} onPress={() => by(STEP)} />
          <IconButton
            icon={Maximize}
            label={['完整显示', 'Show the whole']}
            disabled={view === WHOLE}
            onPress={() => setView(WHOLE)}
          />
        </div>
      }
    >
      <div
        className="photo-compare"
        role="group"
        tabIndex={0}
        aria-label={translate(['两张照片，按加减号缩放，方向键移动', 'Two pictures; + and − zoom, arrow keys move'])}
        onKeyDown={onKey}
      >
        {photos.map(({ label: own, src }, at) => (
          <figure key={at}>
            {src ? (
              <span
                className="photo-frame"
                data-moves={view.zoom > 1 || undefined}
                onPointerMove={onDrag}
                onWheel={onWheel}
              >
                <img
                  src={src}
                  alt={translate(own)}
                  draggable={false}
                  style={{ transform: `translate(${view.x}%, ${view.y}%) scale(${view.zoom})` }}
                />
              </span>
            ) : (
              <span className="photo-none">{translate(missing)}</span>
            )}
            <figcaption>{translate(own)}</figcaption>
          </figure>
        ))}
      </div>
    </Dialog>
  )
}
