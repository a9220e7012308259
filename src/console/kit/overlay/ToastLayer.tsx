/** The layer of toasts: bottom centre, above every dialog. Toasts stay open while the pointer is over them. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { CLOSE } from '#base/texts.ts'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { onToasts, toast, toastItems, type ToastItem, type ToastTone } from '#console/kit/overlay/toast.ts'
import './ToastLayer.css'

const icons: Record<ToastTone, IconShape> = { ok: CircleCheck, bad: CircleAlert, warn: TriangleAlert, info: Info }

const Toast = ({ item, held }: { item: ToastItem; held: boolean }) => {
  const translate = useTranslate()
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => toast.close(item.id), item.durationMs)
    return () => clearTimeout(timer)
  }, [held, item])
  return (
    <div className="toast" data-tone={item.tone} role={item.tone === 'bad' ? 'alert' : 'status'}>
      <Icon of={icons[item.tone]} />
      <span className="toast-words">{translate(item.words)}</span>
      {item.act && (
        <button
          type="button"
          className="toast-act"
          data-shortcut="u"
          onClick={() => {
            item.act?.onPress()
            toast.close(item.id)
          }}
        >
          {translate(item.act.label)}
        </button>
      )}
      <IconButton icon={X} size="tiny" label={CLOSE} onPress={() => toast.close(item.id)} />
    </div>
  )
}

export const ToastLayer = () => {
  const translate = useTranslate()
  const items = useSyncExternalStore(onToasts, toastItems)
  const [held, setHeld] = useState(false)
  return createPortal(
    <div
      className="toast-layer"
      data-react-aria-top-layer="true"
      role="region"
      aria-label={translate(['通知', 'Notifications'])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {items.map(item => (
        <Toast key={item.id} item={item} held={held} />
      ))}
    </div>,
    document.body,
  )
}
