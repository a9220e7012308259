/** A value as it is displayed: plain HTML and classes, fast enough for a thousand cells. */
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { type ReactNode } from 'react'
import { plainText } from '#base/plainText.ts'
import { showInstant } from '#base/time.ts'
import {
  choiceName,
  flagWord,
  refName,
  type ChoiceField,
  type Field,
  type Fields,
  type FlagField,
  type GroupField,
  type ListField,
  type RefField,
  type SpanField,
  type Unit,
} from '#model/field.ts'
import { keyWords } from '#model/keyWords.ts'
import type { Params } from '#model/row.ts'
import { isToned, toneOf } from '#console/crud/row/toneOf.ts'
import { Reference } from '#console/crud/row/Reference.tsx'
import { registry } from '#console/data/registry.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import type { Words } from '#console/kit/language.tsx'
import '#console/kit/richText/Rich.css'

const DictionaryWord = lazy(async () => (await import('#console/crud/row/DictionaryWord.tsx')).default)
const NamedIcon = lazy(async () => (await import('#console/kit/NamedIcon.tsx')).default)

export type Translate = (words: Words) => string
export type ValueOf = {
  field: Field
  name: string
  row: Readonly<Params>
  translate: Translate
  /** Shows the whole text. In a table it is cut to one line. */ whole?: boolean
  /** References can be followed: pressing one opens its row (`Reference`). */ follows?: boolean
}

const none = <span className="table-none">—</span>

const wordOf = (field: ChoiceField, wire: unknown, translate: Translate): string => {
  const entry = Object.values(field.values).find(one => one[0] === wire)
  return entry ? translate([entry[1], entry[2]]) : String(wire)
}

const choiceShown = ({ field, name, row, translate }: ValueOf & { field: ChoiceField }): ReactNode => {
  const value = row[name]
  if (Array.isArray(value)) return value.map(one => wordOf(field, one, translate)).join(translate(['、', ', ']))
  const word = wordOf(field, value, translate)
  if (!isToned(name, choiceName(field, value))) return word
  const tone = toneOf(choiceName(field, value))
  // A normal state needs no emphasis; only problems and warnings have a background.
  return (
    <span className="pill" data-tone={tone} data-variant={tone === 'bad' || tone === 'warn' ? 'soft' : 'plain'}>
      <i className="glyph" data-tone={tone} />
      {word}
    </span>
  )
}

const jsonShown = (value: unknown, whole: boolean | undefined): ReactNode => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, whole ? 2 : undefined)
  return whole ? (
    <pre className="crud-json mono">{text}</pre>
  ) : (
    <span className="mono ellipsis">{text.replaceAll('"', '').slice(0, 160)}</span>
  )
}

const figureShown = (figure: string, unit: Unit | undefined): ReactNode =>
  unit ? (
    <span>
      {figure}
      <span className="third"> {unit}</span>
    </span>
  ) : (
    figure
  )

const yuan = (fen: unknown): string => {
  const digits = String(fen).padStart(3, '0')
  return `¥${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}

const flagWords: Readonly<Record<string, readonly [yes: Words, no: Words]>> = {
  online: [ONLINE, OFFLINE],
  enabled: [
    ['已启用', 'Enabled'],
    ['已停用', 'Disabled'],
  ],
}
const flagShown = (field: FlagField, name: string, value: boolean, translate: Translate): ReactNode => {
  const words = flagWords[name]
  if (!words) return translate(flagWord(field, value))
  const tone = value ? 'ok' : 'off'
  return (
    <span className="pill" data-tone={tone} data-variant="plain">
      <i className="glyph" data-tone={tone} />
      {translate(words[value ? 0 : 1])}
    </span>
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

const listShown = (
  field: ListField,
  items: readonly Params[],
  translate: Translate,
  whole: boolean | undefined,
): ReactNode => {
  if (!whole) return translate([`${items.length} 项`, `${items.length} items`])
  return (
    <ol className="crud-items">
      {items.map((item, at) => (
        <li key={at}>
          {filled(field.of, item).map(([key, of]) => (
            <span key={key}>
              <span className="third">{translate(of.label)}</span>{' '}
              {shownValue({ field: of, name: key, row: item, translate })}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

const groupShown = (field: GroupField, values: Params, translate: Translate): ReactNode => {
  const parts = filled(field.of, values)
  return parts.length ? (
    <span className="crud-group">
      {parts.map(([key, of]) => (
        <span key={key}>
          <span className="third">{translate(of.label)}</span>{' '}
          {shownValue({ field: of, name: key, row: values, translate })}
        </span>
      ))}
    </span>
  ) : (
    none
  )
}

const refShown = ({ field, name, row, translate, whole, follows }: ValueOf & { field: RefField }): ReactNode => {
  const [ids, names] = [row[name], row[refName(name)]]
  const one = (id: unknown, shown: unknown): ReactNode =>
    follows ? (
      <Reference key={String(id)} to={field.to} id={String(id)} skipped={!whole}>
        {String(shown)}
      </Reference>
    ) : (
      String(shown)
    )
  if (names === null || names === undefined) return <span className="mono third">{String(ids)}</span>
  if (!Array.isArray(names)) return one(ids, names)
  if (names.length === 0) return none
  const between = translate(['、', ', '])
  return names.flatMap((shown, at) => [...(at ? [between] : []), one((ids as readonly unknown[])[at], shown)])
}

export const shownValue = (given: ValueOf): ReactNode => {
  const { field, name, row, translate, whole } = given
  const value = row[name]
  if (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0 && field.kind !== 'ref')
  )
    return none
  // A newer server may send values that this definition does not contain; they are shown unchanged.
  if (
    typeof value === 'object' &&
    ['text', 'integer', 'decimal', 'fen', 'flag', 'instant', 'day', 'clock'].includes(field.kind)
  )
    return jsonShown(value, whole)
  switch (field.kind) {
    case 'text': {
      const words = field.known || field.keyOf ? keyWords(field, String(value), row, registry()) : undefined
      return (
        <span className={field.mono && !words ? 'mono ellipsis' : whole ? undefined : 'ellipsis'}>
          {words ? translate(words) : String(value)}
        </span>
      )
    }
    case 'secret':
      return '••••••'
    case 'integer':
    case 'decimal':
      return figureShown(field.kind === 'integer' ? Number(value).toLocaleString('en-US') : String(value), field.unit)
    case 'fen':
      return yuan(value)
    case 'flag':
      return flagShown(field, name, Boolean(value), translate)
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
    case 'dictionary':
      return (
        <WhileLoading show={String(value)}>
          <DictionaryWord field={field} value={value} row={row} />
        </WhileLoading>
      )
    case 'instant':
      return (
        <time className="mono" dateTime={String(value)}>
          {showInstant(String(value))}
        </time>
      )
    case 'day':
      return <time className="mono">{String(value).replaceAll('-', '/')}</time>
    case 'clock':
      return <span className="mono">{String(value)}</span>
    case 'place': {
      const { lng, lat } = value as { lng: number; lat: number }
      return (
        <span className="mono">
          {lng.toFixed(5)}, {lat.toFixed(5)}
        </span>
      )
    }
    case 'choice':
      return choiceShown({ ...given, field })
    case 'ref':
      return refShown({ ...given, field })
    case 'file':
      return translate([`${(value as unknown[]).length} 个文件`, `${(value as unknown[]).length} files`])
    case 'list':
      return listShown(field, value as readonly Params[], translate, whole)
    case 'group':
      return groupShown(field, value as Params, translate)
    case 'branch':
    case 'custom':
    case 'json':
      return Array.isArray(value) && value.every(one => typeof one === 'string')
        ? value.join(translate(['、', ', ']))
        : jsonShown(value, whole)
  }
}
