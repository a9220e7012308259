/** The fields of one row, and behind 技术细节 what only support needs. */
import type { Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { technicalNames } from '#console/crud/lensFields.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Technical } from '#console/kit/layout/Technical.tsx'

export type RowDetailsProps = { noun: Noun; row: Row; names: readonly string[]; columns?: ColumnChanges | undefined }

export const RowDetails = ({ noun, row, names, columns }: RowDetailsProps) => {
  const translate = useTranslate()
  const technical = detailsOf(noun, row, technicalNames(noun), translate, columns).filter(({ value }) => value)
  return (
    <Stack gap={20}>
      <DetailView items={detailsOf(noun, row, names, translate, columns)} />
      {technical.length > 0 && (
        <Technical>
          <DetailView items={technical} />
        </Technical>
      )}
    </Stack>
  )
}
