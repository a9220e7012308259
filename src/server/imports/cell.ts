/** Interprets the text of one cell for its field, before the field is judged. */
import type { Text } from '#base/text.ts'
import { instantOf } from '#base/zonedTime.ts'
import { isList, type ChoiceField, type Field } from '#model/field.ts'
import { quoted } from './quoted.ts'

export type CellValue = { value: unknown } | { problem: Text }

const YES = new Set(['是', 'yes', 'y', 'true', '1', '√'])
const NO = new Set(['否', 'no', 'n', 'false', '0', '×'])
const MOMENT = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]*(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?)?$/
/** Exports write the offset from UTC in the hour that comes twice when summer time ends. */
const OFFSET = /^(.*?)(?: ?([+-]\d{2}:\d{2}))?$/s
const WITH_ZONE = /T.*(Z|[+-]\d{2}:?\d{2})$/
/** `1.38E+10`: a spreadsheet has rewritten a number that should have been text. */
const ROUNDED = /^-?\d(\.\d+)?e\+?\d+$/i

export const words = (text: string): string[] =>
  text
    .split(/[,，、;；\n]+/)
    .map(word => word.trim())
    .filter(Boolean)

/** References are not handled here: they need the database. */
export function cellValue(field: Field, text: string, zone: string): CellValue {
  const problem = (zh: string, en: string): CellValue => ({
    problem: [`${field.label[0]}${zh}`, `${field.label[1]} ${en}`],
  })
  if (text === '') return { value: null }
  switch (field.kind) {
    case 'text':
      return (field.pattern || field.mask) && ROUNDED.test(text)
        ? problem(
            `“${quoted(text)}”已被表格改写成科学计数法，请将该列设为文本后重新填写`,
            `"${quoted(text)}" was rewritten by the spreadsheet; format the column as text and enter it again`,
          )
        : { value: text }
    case 'flag': {
      const word = text.toLowerCase()
      if (YES.has(word)) return { value: true }
      return NO.has(word) ? { value: false } : problem('应为是或否', 'must be yes or no')
    }
    case 'day':
    case 'instant': {
      const at = momentOf(field.kind, text, zone)
      return at
        ? { value: at }
        : problem(
            `“${quoted(text)}”不是有效的日期，例如 2026-01-31 或 2026-01-31 08:30`,
            `"${quoted(text)}" is not a date such as 2026-01-31 or 2026-01-31 08:30`,
          )
    }
    case 'choice': {
      const chosen = (field.many ? words(text) : [text]).map(word => wireOf(field, word))
      return chosen.includes(undefined)
        ? problem(
            `应为${Object.values(field.values)
              .map(entry => entry[1])
              .join('、')}之一`,
            `must be one of ${Object.values(field.values)
              .map(entry => entry[2])
              .join(', ')}`,
          )
        : { value: field.many ? chosen : chosen[0] }
    }
    case 'span': {
      const ends = text.split(/\s*[~～至]\s*|\s+to\s+/)
      if (ends.length !== 2)
        return problem(`“${quoted(text)}”应写为 开始 ~ 结束`, `"${quoted(text)}" should be written as from ~ to`)
      const [from, to] = ends.map(end => cellValue({ kind: field.of, label: field.label }, end, zone))
      if ('problem' in from!) return from
      if ('problem' in to!) return to
      return { value: { from: from!.value, to: to!.value } }
    }
    case 'dictionary':
      return { value: isList(field) ? words(text) : text }
    // A list of plain values, such as card numbers.
    case 'json':
      return { value: words(text) }
    default:
      return { value: text }
  }
}

/** A choice by its label in either language, its name in code or its wire value. */
function wireOf(field: ChoiceField, word: string): number | string | undefined {
  const asked = word.toLowerCase()
  return Object.entries(field.values).find(([name, [wire, zh, en]]) =>
    [name, String(wire), zh, en].some(known => known.toLowerCase() === asked),
  )?.[1][0]
}

/** A day, or an instant: local time of the zone unless it states its offset. Null when it is neither. */
function momentOf(kind: 'day' | 'instant', text: string, zone: string): string | null {
  const [, moment = '', offset] = OFFSET.exec(text)!
  const wall = wallOf(moment)
  if (!wall) return kind === 'instant' && WITH_ZONE.test(text) ? text : null
  if (kind === 'day') return wall.slice(0, 10)
  const at = offset ? new Date(wall + offset) : instantOf(wall, zone)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** `yyyy-MM-ddTHH:mm:ss` of a valid local time, or null. */
function wallOf(text: string): string | null {
  const found = MOMENT.exec(text)
  if (!found) return null
  const [year, month, day, hour = '0', minute = '0', second = '0'] = found.slice(1)
  const two = (part: string): string => part.padStart(2, '0')
  const wall = `${year}-${two(month!)}-${two(day!)}T${two(hour)}:${two(minute)}:${two(second)}`
  const at = new Date(`${wall}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(wall) ? wall : null
}
