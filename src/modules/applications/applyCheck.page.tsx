/** Pending requests, and those already answered. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useListTab } from '#console/crud/list/useListTab.ts'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { applicationReview, applyCheckLens, applyCheckedLens } from './applicationReview.noun.ts'

const TABS = ['waiting', 'answered'] as const
const answered: LensPieces<typeof applicationReview> = { where: { state: '1,2,3' } }

export const ApplyCheck = (props: PageProps) => {
  const [tab, setTab] = useListTab(TABS)
  return (
    <Tabs
      label={['应用审核', 'Application reviews']}
      value={tab}
      onChange={setTab}
      items={[
        {
          id: 'waiting',
          label: ['待审核', 'Waiting'],
          content: () => <LensPage {...props} noun={applicationReview} lens={applyCheckLens} />,
        },
        {
          id: 'answered',
          label: ['已审核', 'Answered'],
          content: () => <LensPage {...props} noun={applicationReview} lens={applyCheckedLens} pieces={answered} />,
        },
      ]}
    />
  )
}
