/** 模板编辑: the list of templates, and the editor of one. */
import { useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import type { customTemplate } from '#modules/applications/customTemplate.noun.ts'

const TemplateEditor = lazy(async () => (await import('./page/TemplateEditor.tsx')).TemplateEditor)
const PublishDialog = lazy(async () => (await import('./page/PublishDialog.tsx')).PublishDialog)

const names = ['row']

export default function TemplateEditPage(props: PageProps) {
  const { row, setRow } = useListAddress(names)
  const pieces = useMemo(
    (): LensPieces<typeof customTemplate> => ({
      dialogs: { publish: PublishDialog },
      acts: one => [{ id: 'design', label: ['设计', 'Design'], onPress: () => setRow(one.id) }],
    }),
    [setRow],
  )
  if (!row || !props.noun) return <LensPage {...props} pieces={pieces} />
  return (
    <WhileLoading show={<Skeleton lines={12} />}>
      <TemplateEditor key={row} id={row} noun={props.noun} onLeave={() => setRow(undefined)} />
    </WhileLoading>
  )
}
