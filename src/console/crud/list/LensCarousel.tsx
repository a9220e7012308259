/** The pictures of the listed rows as slides, in the list's order, beside the details of the current row. */
import { useState } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { nameOf } from '#console/crud/nameOf.ts'
import type { Row } from '#model/row.ts'
import { usePictureUrls } from '#console/data/usePictureUrls.ts'
import { Carousel } from '#console/kit/layout/Carousel.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import '../crud.css'

export type LensCarouselProps = { noun: Noun; lens: Lens; rows: readonly Row[]; onOpen: (row: Row) => void }

export const LensCarousel = ({ noun, lens, rows, onOpen }: LensCarouselProps) => {
  const translate = useTranslate()
  const [at, setAt] = useState(0)
  const pictured = rows.flatMap(row => {
    const files = row[lens.carousel!]
    return Array.isArray(files) && typeof files[0] === 'string' ? [{ row, file: files[0] }] : []
  })
  const urls = usePictureUrls(pictured.map(({ file }) => file))
  const slides = pictured.flatMap(({ row, file }) => {
    const src = urls.get(file)
    return src ? [{ row, src, title: nameOf(noun, row), onPress: () => onOpen(row) }] : []
  })
  const shown = slides[Math.min(at, slides.length - 1)]
  if (!shown) return null
  const facts = lens.columns.filter(name => name !== lens.carousel)
  return (
    <div className="crud-carousel">
      <Carousel label={lens.label} items={slides} ratio="800 / 373" onShown={setAt} />
      <DetailView items={detailsOf(noun, shown.row, facts, translate)} />
    </div>
  )
}
