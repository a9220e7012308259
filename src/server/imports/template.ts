/** The workbooks of an import: the template to fill in, and the failed rows with their reasons. */
import { COLUMN } from '#base/listTexts.ts'
import { YES } from '#base/listTexts.ts'
import { NEED, OPTIONAL, REQUIRED } from '#base/labelTexts.ts'
import { lowered, translate, type Language, type Text } from '#base/text.ts'
import type { FieldProblem } from '#model/error.ts'
import { isList, type Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { NounIndex } from '../crud/references.ts'
import type { CellOut, SheetOut } from '../sheets/sheets.ts'
import { headingOf, importColumns, REASON, type Heading, type ImportColumn } from './columns.ts'

/** Rows whose cells are formatted as text in advance, so that typed numbers keep their digits. */
const TEXT_ROWS = 500

export function templateSheets(noun: Noun, nouns: NounIndex, language: Language): SheetOut[] {
  const columns = importColumns(noun)
  const pick = (text: Text): string => translate(text, language)
  const example = columns.map(({ field }, index): CellOut => {
    const word = pick(exampleOf(field))
    return { text: index === 0 ? `${pick(['示例：', 'Example: '])}${word}` : word, look: 'remark' }
  })
  const blank = columns.map(() => '')
  const explained = columns.map(column => [
    headingOf(column, language),
    pick(column.field.required ? REQUIRED : OPTIONAL),
    pick(accepted(column.field, nouns)),
    column.field.help ? pick(column.field.help) : '',
  ])
  return [
    {
      name: pick(noun.label),
      widths: columns.map(widthOf),
      fixedRows: 1,
      rows: [
        columns.map(column => headingCell(column, language)),
        example,
        ...Array.from({ length: TEXT_ROWS }, () => blank),
      ],
    },
    {
      name: pick(['填写说明', 'How to fill in']),
      widths: [20, 10, 64, 40],
      fixedRows: 1,
      rows: [
        ([COLUMN, NEED, ['填写内容', 'What to write'], ['说明', 'Notes']] as const).map(text => ({
          text: pick(text),
          look: 'heading' as const,
        })),
        ...explained,
        [],
        [pick(['以“示例：”开头的行不会导入。', 'Rows that begin with "Example:" are not imported.'])],
      ],
    },
  ]
}

/** The columns as they were given, and why each row failed; it can be corrected and imported again. */
export function failureSheet(
  noun: Noun,
  heading: Heading,
  failures: readonly { cells: string[]; problems: FieldProblem[] }[],
  language: Language,
): SheetOut {
  const columns = importColumns(noun)
  const known = heading.map(name => columns.find(column => column.name === name))
  const kept = known.flatMap((column, index) => (column ? [{ column, index }] : []))
  return {
    name: translate(noun.label, language),
    widths: [...kept.map(({ column }) => widthOf(column)), 60],
    fixedRows: 1,
    rows: [
      [
        ...kept.map(({ column }) => headingCell(column, language)),
        { text: translate(REASON, language), look: 'heading' },
      ],
      ...failures.map(({ cells, problems }) => [
        ...kept.map(({ column, index }): CellOut => ({
          text: cells[index] ?? '',
          ...(problems.some(problem => problem.field === column.name) ? { look: 'bad' } : {}),
        })),
        {
          text: problems.map(problem => translate(problem.text, language)).join(language === 'zh' ? '；' : '; '),
          look: 'bad' as const,
        },
      ]),
    ],
  }
}

const headingCell = (column: ImportColumn, language: Language): CellOut => ({
  text: headingOf(column, language),
  look: column.field.required ? 'required' : 'heading',
})
const widthOf = ({ field }: ImportColumn): number =>
  field.kind === 'instant'
    ? 20
    : field.kind === 'text'
      ? Math.min(40, Math.max(14, field.pattern ? 22 : (field.max ?? 20) / 3))
      : 16

const PATTERN_EXAMPLES: Record<string, string> = {
  phone: '13800138000',
  idCard: '11010519491231002X',
  serial: 'SN20260001',
  code: 'A001',
  email: 'name@example.com',
  url: 'https://example.com',
}
function exampleOf(field: Field): Text {
  const same = (text: string): Text => [text, text]
  switch (field.kind) {
    case 'choice': {
      const [, zh, en] = Object.values(field.values)[0]!
      return [zh, en]
    }
    case 'flag':
      return YES
    case 'integer':
      return same(String(field.min ?? 1))
    case 'decimal':
      return same('1.5')
    case 'instant':
      return same('2026-01-31 08:30')
    case 'day':
      return same('2026-01-31')
    case 'clock':
      return same('08:30')
    case 'colour':
      return same('#3fa1ff')
    case 'span':
      return same(field.of === 'clock' ? '08:30 ~ 18:00' : '2026-01-01 ~ 2026-01-31')
    case 'text':
      return field.pattern && PATTERN_EXAMPLES[field.pattern] ? same(PATTERN_EXAMPLES[field.pattern]!) : field.label
    default:
      return same('')
  }
}

/** Describes the values that a column accepts. */
function accepted(field: Field, nouns: NounIndex): Text {
  switch (field.kind) {
    case 'choice':
      return [
        `以下之一：${Object.values(field.values)
          .map(([, zh]) => zh)
          .join('、')}`,
        `One of: ${Object.values(field.values)
          .map(([, , en]) => en)
          .join(', ')}`,
      ]
    case 'flag':
      return ['是 或 否', 'Yes or No']
    case 'integer':
      return ['整数', 'A whole number']
    case 'decimal':
      return [`数字，最多${field.scale}位小数`, `A number with at most ${field.scale} decimals`]
    case 'instant':
      return [
        '日期或时间，如 2026-01-31 08:30；只写日期表示当日 00:00',
        'A date or time, as 2026-01-31 08:30; a date alone means 00:00 of that day',
      ]
    case 'day':
      return ['日期，如 2026-01-31', 'A date, as 2026-01-31']
    case 'ref': {
      const target = nouns.get(field.to)
      const [zh, en] = target?.label ?? field.label
      return target?.tree
        ? [
            `已有${zh}的名称；重名时写完整路径，如 总部/研发部`,
            `The name of an existing ${lowered(en)}; its whole path where names repeat, as in Head office/Research`,
          ]
        : [
            `已有${zh}的${target?.fields[target.name]?.label[0] ?? '名称'}`,
            `The ${(target?.fields[target.name]?.label[1] ?? 'name').toLowerCase()} of an existing ${lowered(en)}`,
          ]
    }
    case 'clock':
      return ['时刻，如 08:30', 'A time of day, as 08:30']
    case 'colour':
      return ['颜色，如 #3fa1ff', 'A colour, as #3fa1ff']
    case 'span':
      return ['开始 ~ 结束', 'From ~ to']
    case 'dictionary':
      return isList(field)
        ? ['选项的值，多个用逗号隔开', 'The values of options, separated by commas']
        : ['选项的值', 'The value of an option']
    case 'json':
      return ['多个用逗号隔开', 'Several are separated by commas']
    case 'text':
      return [`文本，最多${field.max ?? 255}个字符`, `Text, at most ${field.max ?? 255} characters`]
    default:
      return ['文本', 'Text']
  }
}
