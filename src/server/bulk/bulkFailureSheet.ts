/** A sheet with the rows that failed in a bulk act, with their reasons. */
import { translate, type Language } from '#base/text.ts'
import type { FieldProblem } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import { REASON } from '../imports/columns.ts'
import type { SheetOut } from '../sheets/sheets.ts'

export const bulkFailureSheet = (
  noun: Noun,
  failures: readonly { cells: string[]; problems: FieldProblem[] }[],
  language: Language,
): SheetOut => ({
  name: translate(noun.label, language),
  widths: [32, 60],
  fixedRows: 1,
  rows: [
    [noun.fields[noun.name]?.label ?? noun.label, REASON].map(text => ({
      text: translate(text, language),
      look: 'heading' as const,
    })),
    ...failures.map(({ cells, problems }) => [
      cells[0] ?? '',
      {
        text: problems.map(({ text }) => translate(text, language)).join(translate(['；', '; '], language)),
        look: 'bad' as const,
      },
    ]),
  ],
})
