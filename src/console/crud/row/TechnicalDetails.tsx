/** The fields of a row that only support needs, behind 技术细节; nothing where the row has none. */
import type { Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { technicalNames } from '#console/crud/lensFields.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Technical } from '#console/kit/layout/Technical.tsx'

export const TechnicalDetails = ({ noun, row }: { noun: Noun; row: Row }) => {
  const items = detailsOf(noun, row, technicalNames(noun), useTranslate()).filter(({ value }) => value)
  return (
    items.length > 0 && (
      <Technical>
        <DetailView items={items} />
      </Technical>
    )
  )
}
