/** Things with their pictures first: a picture, a name and some lines each; as many beside each other as fit. */
import type { ReactNode } from 'react'
import { Avatar } from '#console/kit/Avatar.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Wall.css'

export type WallItem = {
  id: string
  /** For the picture that is missing, and for readers of the screen. */
  name: string
  /** The address of the picture; undefined while it loads, and where there is none. */
  src: string | undefined
  title?: ReactNode
  lines?: readonly ReactNode[]
  active?: boolean
  /** It has just been added. */
  fresh?: boolean
  /** Undefined: it cannot be selected. */
  selected?: boolean
}
export type WallProps = {
  label: Words
  items: readonly WallItem[]
  onOpen: (id: string) => void
  onSelect?: (id: string, selected: boolean) => void
}

export const Wall = ({ label, items, onOpen, onSelect }: WallProps) => {
  const translate = useTranslate()
  return (
    <ul className="photo-wall" aria-label={translate(label)}>
      {items.map(item => (
        <li key={item.id} data-active={item.active || undefined} data-fresh={item.fresh || undefined}>
          <span className="photo-wall-picture">
            {item.src ? (
              <img src={item.src} alt="" loading="lazy" />
            ) : (
              <Avatar name={item.name} shape="square" size={56} />
            )}
          </span>
          {item.selected !== undefined && (
            <input
              type="checkbox"
              className="photo-wall-check"
              aria-label={`${translate(['选择', 'Select'])} ${item.name}`}
              checked={item.selected}
              onChange={event => onSelect?.(item.id, event.currentTarget.checked)}
            />
          )}
          <button type="button" className="photo-wall-open" onClick={() => onOpen(item.id)}>
            {item.title ?? item.name}
          </button>
          {item.lines?.map((line, at) => (
            <span key={at} className="photo-wall-line">
              {line}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
