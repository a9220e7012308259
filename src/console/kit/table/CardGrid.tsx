/** Cards in a grid of equal columns, with a tile that adds one. */
import { ADD } from '#base/listTexts.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Plus } from 'lucide-react'
import { grid } from '#console/kit/defaults.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './CardGrid.css'

export type CardGridProps = {
  label: Words
  children: ReactNode
  /** Shows the add tile first. */ onAdd?: () => void
  addLabel?: Words
  /** The width of a card in columns of 24 on a wide page; default 8. */ span?: number
  /** In place of `span`: the minimum width of a card in px; as many as fit are in a row. */ narrowest?: number
}

export const CardGrid = ({
  label,
  children,
  onAdd,
  addLabel = ADD,
  span = grid.span.card,
  narrowest,
}: CardGridProps) => {
  const translate = useTranslate()
  return (
    <div
      className="card-grid"
      role="group"
      aria-label={translate(label)}
      style={
        narrowest === undefined
          ? ({ '--places': Math.max(1, Math.floor(grid.columns / span)) } as CSSProperties)
          : { gridTemplateColumns: `repeat(auto-fill, minmax(min(${narrowest}px, 100%), 1fr))` }
      }
    >
      {onAdd && (
        <button type="button" data-shortcut="n" className="card-grid-add" onClick={onAdd}>
          <Icon of={Plus} size={20} />
          {translate(addLabel)}
        </button>
      )}
      {children}
    </div>
  )
}

export type TileProps = {
  title: string
  note?: ReactNode
  /** The URL of a picture, if there is no `picture`. */ img?: string
  /** A sentence below the title, if there is no `note`. */ info?: ReactNode
  /** An Avatar or an icon. */ picture?: ReactNode
  /** A Pill. */ status?: ReactNode
  /** A Menu behind an IconButton. */ menu?: ReactNode
  foot?: ReactNode
  onPress?: () => void
  children?: ReactNode
}

export const Tile = ({ title, note, img, info, picture, status, menu, foot, onPress, children }: TileProps) => (
  <article className="tile" data-opens={onPress ? true : undefined}>
    <header className="tile-head">
      {picture ?? (img && <img className="tile-img" src={img} alt="" />)}
      <div className="tile-words">
        {onPress ? (
          <button type="button" className="tile-title" onClick={onPress}>
            {title}
          </button>
        ) : (
          <h3 className="tile-title">{title}</h3>
        )}
        {(note ?? info) && <div className="tile-note ellipsis">{note ?? info}</div>}
      </div>
      {status}
      {menu && <span className="tile-menu">{menu}</span>}
    </header>
    {children && <div className="tile-body">{children}</div>}
    {foot && <footer className="tile-foot">{foot}</footer>}
  </article>
)
