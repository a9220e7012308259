/** Time plans: a week is shown as people say it, not as a number of spans. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { weekText, type Span } from './timePlan.rules.ts'
import type { timePlan } from './access.noun.ts'

const Week = ({ week }: { week: readonly Span[] }) => {
  const words = useTranslate()(weekText(week))
  return <span title={words}>{words || '—'}</span>
}

const pieces: LensPieces<typeof timePlan> = {
  columns: { week: { grow: 2, align: 'left', render: row => <Week week={row.week} /> } },
}

export const TimePlanPage = (props: PageProps) => <LensPage {...props} pieces={pieces} />
