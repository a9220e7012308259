/** What an act changed, by the definitions that the console has. */
import { fieldOf } from '#console/crud/lensFields.ts'
import { nounOf, registry } from '#console/data/registry.ts'
import { changeLines, type ChangeLine } from '../auditChanges.rules.ts'

export const linesOf = (row: Parameters<typeof changeLines>[0]): readonly ChangeLine[] =>
  changeLines(row, { nounOf, fieldOf, classes: registry().classes })
