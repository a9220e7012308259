/** The adverts shown at a place of the product, as slides. */
import { useEffect, useState } from 'react'
import { get, post } from '#console/data/request.ts'
import type { CarouselItem } from '#console/kit/layout/Carousel.tsx'

interface Shown {
  id: string
  title: string
  src: string
  video: string | null
  /** 2 leads to another site. */
  jump: number
  link: string | null
}

const countClick = (id: string): void =>
  void post(`/api/advert/${id}/click`, {}, { token: false, quiet: true }).catch(() => {})

const slideOf = ({ id, src, title, video, jump, link }: Shown): CarouselItem => ({
  src,
  title,
  ...(video ? { video } : {}),
  ...(link ? { href: link, onFollow: () => countClick(id) } : {}),
  ...(jump === 2 ? { target: '_blank' as const } : {}),
})

export function useAdverts(
  position: 'site' | 'console',
  { platform, application }: { platform?: string; application?: string },
): readonly CarouselItem[] {
  const [items, setItems] = useState<readonly CarouselItem[]>([])
  useEffect(() => {
    let gone = false
    get<Shown[]>('/api/advert', { position, platform, application }, { token: false, quiet: true }).then(
      shown => {
        if (!gone) setItems(shown.map(slideOf))
      },
      // The page is complete without adverts, so a failure is ignored.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [position, platform, application])
  return items
}
