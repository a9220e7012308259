/** Programmes of displays: the list with a preview on the real matrix, and each display with what it shows now. */
import { useMemo, useState } from 'react'
import { PREVIEW } from '#base/dialogTexts.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useListTab } from '#console/crud/list/useListTab.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Tabs } from '#console/kit/layout/Tabs.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { RowOf } from '#model/row.ts'
import { ledProgramme, programmeLens } from './ledProgramme.noun.ts'

const BoardCards = lazy(async () => (await import('./page/BoardCards.tsx')).BoardCards)
const ProgrammePreview = lazy(async () => (await import('./page/ProgrammePreview.tsx')).ProgrammePreview)

const TABS = ['programmes', 'boards'] as const
type Line = { text?: string | null }

/** The texts, not the number of lines. */
const Lines = ({ lines }: { lines: readonly Line[] }) => {
  const words = lines.map(line => line.text).join(' / ')
  return <span title={words}>{words || useTranslate()(['—', '—'])}</span>
}

export default function ProgrammePage(props: PageProps) {
  const [tab, setTab] = useListTab(TABS)
  const [previewed, setPreviewed] = useState<RowOf<typeof ledProgramme>>()
  const pieces = useMemo(
    (): LensPieces<typeof ledProgramme> => ({
      columns: { lines: { width: 240, align: 'left', render: row => <Lines lines={row.lines ?? []} /> } },
      acts: row => [{ id: 'preview', label: PREVIEW, onPress: () => setPreviewed(row) }],
    }),
    [],
  )
  return (
    <>
      <Tabs
        label={['显示节目', 'Programmes']}
        value={tab}
        onChange={setTab}
        items={[
          {
            id: 'programmes',
            label: ['节目', 'Programmes'],
            content: () => <LensPage {...props} noun={ledProgramme} lens={programmeLens} pieces={pieces} />,
          },
          {
            id: 'boards',
            label: ['显示屏', 'Displays'],
            content: () => (
              <WhileLoading show={<Skeleton lines={8} />}>
                <BoardCards />
              </WhileLoading>
            ),
          },
        ]}
      />
      {previewed && <ProgrammePreview row={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}
