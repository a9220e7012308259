/** The fields of one row, and behind 技术细节 what only support needs. */
import type { Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { TechnicalDetails } from '#console/crud/row/TechnicalDetails.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'

export type RowDetailsProps = { noun: Noun; row: Row; names: readonly string[]; columns?: ColumnChanges | undefined }

export const RowDetails = ({ noun, row, names, columns }: RowDetailsProps) => (
  <Stack gap={20}>
    <DetailView items={detailsOf(noun, row, names, useTranslate(), columns)} />
    <TechnicalDetails noun={noun} row={row} />
  </Stack>
)
