/** The adverts for the home of the console, or of one application; nothing where there are none. */
import { useAdverts } from '#console/data/useAdverts.ts'
import { sessionValue } from '#console/data/session.ts'
import { Carousel } from '#console/kit/layout/Carousel.tsx'
import { BoardCell } from './BoardCell.tsx'

export const AdvertCell = ({ application }: { application?: string }) => {
  const items = useAdverts('console', application ? { application } : { platform: sessionValue('platform') ?? '' })
  if (!items.length) return null
  return (
    <BoardCell title={['平台动态', 'From the platform']}>
      <Carousel label={['平台动态', 'From the platform']} items={items} ratio="800 / 373" intervalMs={8000} />
    </BoardCell>
  )
}
