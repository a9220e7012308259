/** A placeholder in the shape of the content, shown only after a short delay; one of text says later what is loaded. */
import { SlowWords } from '#console/kit/layout/SlowWords.tsx'
import { useLate } from '#console/kit/layout/useLate.ts'
import './Skeleton.css'

export type SkeletonProps = { lines?: number; shape?: 'text' | 'card' | 'circle'; height?: number }

const widths = ['92%', '76%', '84%', '58%', '70%']

export const Skeleton = ({ lines = 3, shape = 'text', height }: SkeletonProps) => {
  const late = useLate(true)
  return (
    <>
      <div className="skeleton" aria-hidden="true" data-late={late || undefined} data-shape={shape} style={{ height }}>
        {shape === 'text' ? (
          Array.from({ length: lines }, (_, at) => (
            <span key={at} className="skeleton-bar" style={{ width: widths[at % widths.length] }} />
          ))
        ) : (
          <span className="skeleton-bar" />
        )}
      </div>
      {shape === 'text' && lines > 1 && <SlowWords />}
    </>
  )
}
