/** Values of kinds that few lists show: loaded when one of them is shown. */
import type { ReactNode } from 'react'
import { plainText } from '#base/plainText.ts'
import { showInstant } from '#base/time.ts'
import type { Field, Fields, GroupField, ListField, SpanField } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import { none, type Translate, type ValueOf } from '#console/crud/row/ValueOf.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import '#console/kit/richText/Rich.css'

const NamedIcon = lazy(async () => (await import('#console/kit/NamedIcon.tsx')).default)

type Shown = (given: ValueOf) => ReactNode

const jsonShown = (value: unknown, whole: boolean | undefined): ReactNode => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, whole ? 2 : undefined)
  return whole ? (
    <pre className="crud-json mono">{text}</pre>
  ) : (
    <span className="mono ellipsis">{text.replaceAll('"', '').slice(0, 160)}</span>
  )
}

const spanShown = (field: SpanField, { from, to }: { from: string; to: string }): ReactNode => {
  const end = (one: string): string =>
    field.of === 'instant' ? showInstant(one) : field.of === 'day' ? one.replaceAll('-', '/') : one
  return (
    <span className="mono">
      {end(from)} – {end(to)}
    </span>
  )
}

/** The fields of an inner object that have a value. */
const filled = (fields: Fields, values: Params): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([key]) => values[key] !== null && values[key] !== undefined)

const listShown = (field: ListField, items: readonly Params[], translate: Translate, shown: Shown): ReactNode => (
  <ol className="crud-items">
    {items.map((item, at) => (
      <li key={at}>
        {filled(field.of, item).map(([key, of]) => (
          <span key={key}>
            <span className="third">{translate(of.label)}</span> {shown({ field: of, name: key, row: item, translate })}
          </span>
        ))}
      </li>
    ))}
  </ol>
)

const groupShown = (field: GroupField, values: Params, translate: Translate, shown: Shown): ReactNode => {
  const parts = filled(field.of, values)
  return parts.length ? (
    <span className="crud-group">
      {parts.map(([key, of]) => (
        <span key={key}>
          <span className="third">{translate(of.label)}</span> {shown({ field: of, name: key, row: values, translate })}
        </span>
      ))}
    </span>
  ) : (
    none
  )
}

type RareValueProps = ValueOf & {
  /** Displays the values inside a list or group. */
  shown: Shown
  /** A newer server may send a value that this definition does not contain; it is shown unchanged. */
  misfit?: boolean
}

export const RareValue = ({ misfit = false, shown, ...given }: RareValueProps): ReactNode => {
  const { field, name, row, translate, whole } = given
  const value = row[name]
  if (misfit) return jsonShown(value, whole)
  switch (field.kind) {
    case 'rich':
      // The HTML is safe: the server removes all tags that it does not allow.
      return whole ? (
        <div className="rich" dangerouslySetInnerHTML={{ __html: String(value) }} />
      ) : (
        <span className="ellipsis">{plainText(String(value)).slice(0, 160)}</span>
      )
    case 'code':
      return jsonShown(value, whole)
    case 'colour':
      return (
        <span className="crud-colour">
          <i style={{ background: String(value) }} />
          <span className="mono">{String(value)}</span>
        </span>
      )
    case 'icon':
      return (
        <span className="crud-icon" title={String(value)}>
          <WhileLoading show={String(value)}>
            <NamedIcon name={String(value)} />
          </WhileLoading>
        </span>
      )
    case 'span':
      return spanShown(field, value as { from: string; to: string })
    case 'place': {
      const { lng, lat } = value as { lng: number; lat: number }
      return (
        <span className="mono">
          {lng.toFixed(5)}, {lat.toFixed(5)}
        </span>
      )
    }
    case 'list':
      return listShown(field, value as readonly Params[], translate, shown)
    case 'group':
      return groupShown(field, value as Params, translate, shown)
    default:
      return Array.isArray(value) && value.every(one => typeof one === 'string')
        ? value.join(translate(['、', ', ']))
        : jsonShown(value, whole)
  }
}
