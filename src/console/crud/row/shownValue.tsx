/** A value as it is displayed: plain HTML and classes, fast enough for a thousand cells. */
import { UNITS, type Unit } from '#base/figureTexts.ts'
import { wholeSpanText } from '#base/ago.ts'
import { OFFLINE, ONLINE } from '#base/listTexts.ts'
import { type ReactNode } from 'react'
import { showInstant } from '#base/time.ts'
import {
  choiceName,
  flagWord,
  refName,
  type ChoiceField,
  type Field,
  type FlagField,
  type RefField,
} from '#model/field.ts'
import { keyWords } from '#model/keyWords.ts'
import type { Params } from '#model/row.ts'
import { isToned, toneOf } from '#console/crud/row/toneOf.ts'
import { Reference } from '#console/crud/row/Reference.tsx'
import { registry } from '#console/data/registry.ts'
import { none, type Translate, type ValueOf } from '#console/crud/row/ValueOf.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import type { Words } from '#console/kit/language.tsx'

const DictionaryWord = lazy(async () => (await import('#console/crud/row/DictionaryWord.tsx')).default)
const RareValue = lazy(async () => (await import('#console/crud/row/RareValue.tsx')).RareValue)

const noneOf = (field: Field, translate: Translate): ReactNode =>
  field.none ? <span className="second">{translate(field.none)}</span> : none

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

const figureShown = (figure: string, unit: Unit | undefined, translate: (words: Words) => string): ReactNode =>
  unit ? (
    <span>
      {figure}
      <span className="third"> {translate(UNITS[unit])}</span>
    </span>
  ) : (
    figure
  )

/** Long spans are said in minutes and hours, short ones in seconds. */
const MS_OF: Readonly<Record<string, number>> = { ms: 1, s: 1000 }

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
const flagShown = ({ name, row, translate, whole }: ValueOf, field: FlagField): ReactNode => {
  const value = Boolean(row[name])
  const words = flagWords[name]
  if (!words) {
    const word = translate(flagWord(field, value))
    // Of a column that mostly says no, the few rows that say yes are what people look for.
    return value || whole || field.words ? word : <span className="third">{word}</span>
  }
  const tone = value ? 'ok' : 'off'
  return (
    <span className="pill" data-tone={tone} data-variant="plain">
      <i className="glyph" data-tone={tone} />
      {translate(words[value ? 0 : 1])}
    </span>
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
  if (names === undefined) return <span className="mono third">{String(ids)}</span>
  // It belongs to others, whose rows the user may not read.
  if (names === null)
    return (
      <span className="third" data-tip={String(ids)}>
        {translate(['不可见', 'Not visible to you'])}
      </span>
    )
  if (!Array.isArray(names)) return one(ids, names)
  if (names.length === 0) return noneOf(field, translate)
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
    return noneOf(field, translate)
  // A newer server may send values that this definition does not contain; they are shown unchanged.
  if (
    typeof value === 'object' &&
    ['text', 'integer', 'decimal', 'fen', 'flag', 'instant', 'day', 'clock'].includes(field.kind)
  )
    return <RareValue {...given} shown={shownValue} misfit />
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
    case 'integer': {
      const span = MS_OF[field.unit ?? ''] && wholeSpanText(Number(value) * MS_OF[field.unit ?? '']!)
      return span ? translate(span) : figureShown(Number(value).toLocaleString('en-US'), field.unit, translate)
    }
    case 'decimal':
      return figureShown(String(value), field.unit, translate)
    case 'fen':
      return yuan(value)
    case 'flag':
      return flagShown(given, field)
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
    case 'choice':
      return choiceShown({ ...given, field })
    case 'ref':
      return refShown({ ...given, field })
    case 'file':
      return translate([`${(value as unknown[]).length} 个文件`, `${(value as unknown[]).length} files`])
    case 'list':
      if (!whole) return translate([`${(value as unknown[]).length} 项`, `${(value as unknown[]).length} items`])
      return <RareValue {...given} shown={shownValue} />
    default:
      return <RareValue {...given} shown={shownValue} />
  }
}
