/** A rule beside its list: what starts it, what must hold, what it does, and how often it did. */
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { linkage } from '../linkage.noun.ts'
import type { LinkageRow } from './linkageRow.ts'
import { actionText, conditionText, triggerText, type Known } from './linkageWords.ts'

const SHOWN = [
  'state',
  'heldBack',
  'mode',
  'silentS',
  'nextAt',
  'lastRunAt',
  'okCount',
  'failedCount',
  'createdAt',
  'updatedAt',
]

export type RuleDrawerProps = { row: LinkageRow; known: Known }

export const RuleDrawer = ({ row, known }: RuleDrawerProps) => {
  const translate = useTranslate()
  const { who, what } = triggerText(row, known)
  const condition = conditionText(row, known)
  return (
    <Stack gap={20}>
      <DetailView
        columns={1}
        items={[
          { label: ['当', 'If'], value: `${translate(who)}${translate(['：', ': '])}${translate(what)}` },
          { label: ['且', 'And'], value: condition && translate(condition) },
          ...row.actions.map((action, at) => ({
            label: [`则 ${at + 1}`, `Then ${at + 1}`] as const,
            value: translate(actionText(action, known)),
          })),
        ]}
      />
      <DetailView items={detailsOf(linkage, row, SHOWN, translate)} />
    </Stack>
  )
}
