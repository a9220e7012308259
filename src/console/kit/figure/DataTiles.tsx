/** Key figures as tiles of seven kinds. Each kind has its own width in columns of 24; on phones there are two tiles per row. */
import { type CSSProperties, type ReactNode } from 'react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { dataCard, grid } from '#console/kit/defaults.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Progress } from '#console/kit/figure/Progress.tsx'
import './DataTiles.css'

const NamedIcon = lazy(async () => (await import('#console/kit/NamedIcon.tsx')).default)

export type DataKind = 'display' | 'card' | 'info' | 'tabs' | 'progress' | 'box' | 'icons'
export type DataItem = {
  title: Words
  count?: ReactNode
  /** A sentence below the figure, such as a comparison or an explanation. */
  info?: Words
  unit?: Words
  /** The period, at the right of the title of `tabs`, such as 今日 or 近 7 天. */
  window?: Words
  /** The second figure of `tabs`, with its label. */
  all?: { label: Words; count: ReactNode }
  /** For `progress`, 0 to 1. */
  share?: number
  /** For `box`, `icons` and `info`: the name of an icon as chosen in `IconField`. */
  icon?: string
  /** For `card`: the URL of a picture above the text. */
  img?: string
  /** For `card`; the default is #fff on #2e323f. */
  color?: string
  backgroundColor?: string
  borderColor?: string
  onPress?: () => void
}
export type DataTilesProps = {
  label: Words
  kind: DataKind
  items: readonly DataItem[]
  /** The width in columns of 24; each kind has its own default. */
  span?: number
}

const spans: Readonly<Record<DataKind, number>> = {
  display: grid.span.display,
  card: grid.span.dataCard,
  info: grid.span.info,
  tabs: grid.span.tabs,
  progress: grid.span.progress,
  box: grid.span.box,
  icons: grid.span.icons,
}

const Glyph = ({ name, size }: { name: string | undefined; size: number }) =>
  name ? (
    <span className="data-glyph">
      <NamedIcon name={name} size={size} />
    </span>
  ) : null

const Figure = ({ item }: { item: DataItem }) => {
  const translate = useTranslate()
  return (
    <span className="data-count">
      {typeof item.count === 'number' ? item.count.toLocaleString('en-US') : (item.count ?? '—')}
      {item.unit && <small>{translate(item.unit)}</small>}
    </span>
  )
}

const Inside = ({ kind, item }: { kind: DataKind; item: DataItem }) => {
  const translate = useTranslate()
  const title = <span className="data-title">{translate(item.title)}</span>
  const info = item.info && <span className="data-info">{translate(item.info)}</span>
  switch (kind) {
    case 'display':
      return (
        <>
          <Figure item={item} />
          {title}
          {info}
        </>
      )
    case 'card':
      return (
        <>
          {item.img && <img src={item.img} alt="" />}
          {title}
          {item.count !== undefined && <Figure item={item} />}
          {info}
        </>
      )
    case 'tabs':
      return (
        <>
          <span className="data-head">
            {title}
            {item.window && <span className="data-window">{translate(item.window)}</span>}
          </span>
          <Figure item={item} />
          <span className="data-foot">
            {item.all ? (
              <>
                <span>{translate(item.all.label)}</span>
                <b>{item.all.count}</b>
              </>
            ) : (
              info
            )}
          </span>
        </>
      )
    case 'progress':
      return (
        <>
          <span className="data-head">
            {title}
            <Figure item={item} />
          </span>
          <Progress label={item.title} hideLabel value={item.share} />
          {info}
        </>
      )
    case 'info':
    case 'box':
      return (
        <>
          <Glyph name={item.icon} size={20} />
          <span className="data-words">
            {title}
            <Figure item={item} />
            {info}
          </span>
        </>
      )
    case 'icons':
      return (
        <>
          <Glyph name={item.icon} size={24} />
          <Figure item={item} />
          {title}
        </>
      )
  }
}

/** As many in a row as there is room for, but rows of equal length: six are three and three, not four and two. */
const placesFor = (count: number, most: number): number =>
  count > most ? Math.ceil(count / Math.ceil(count / most)) : most

export const DataTiles = ({ label, kind, items, span = spans[kind] }: DataTilesProps) => {
  const translate = useTranslate()
  return (
    <div
      className="data-tiles"
      role="group"
      aria-label={translate(label)}
      style={
        {
          '--places': placesFor(items.length, Math.max(1, Math.floor(grid.columns / span))),
          '--gutter-px': `${grid.gutterPx}px`,
        } as CSSProperties
      }
    >
      {items.map((item, at) => {
        const style =
          kind === 'card'
            ? {
                color: item.color ?? dataCard.color,
                backgroundColor: item.backgroundColor ?? dataCard.backgroundColor,
                boxShadow: `inset 0 0 0 1px ${item.borderColor ?? dataCard.borderColor}`,
              }
            : undefined
        const inside = <Inside kind={kind} item={item} />
        return item.onPress ? (
          <button key={at} type="button" className="data-tile" data-kind={kind} style={style} onClick={item.onPress}>
            {inside}
          </button>
        ) : (
          <div key={at} className="data-tile" data-kind={kind} style={style}>
            {inside}
          </div>
        )
      })}
    </div>
  )
}
