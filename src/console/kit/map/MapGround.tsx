/** The ground of a large map: WebGL where the browser has it, otherwise the drawing, which is the same map with less. */
import { useState } from 'react'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { DrawnGround, type GroundProps } from './DrawnGround.tsx'
import './map.css'

const GlGround = lazy(async () => (await import('./GlGround.tsx')).default)

let answer: boolean | undefined
/** Asked before MapLibre is loaded, which draws nothing without it. */
export const hasWebGl = (): boolean => {
  answer ??= document.createElement('canvas').getContext('webgl2') !== null
  return answer
}

/** `onBroken`: WebGL stopped working; `onMissing`: a tile could not be fetched. */
export const MapGround = ({ onBroken, ...ground }: GroundProps & { onBroken: () => void }) => {
  const [broken, setBroken] = useState(!hasWebGl())
  if (broken) return <DrawnGround {...ground} />
  return (
    <WhileLoading show={<DrawnGround {...ground} />}>
      <GlGround
        {...ground}
        onBroken={() => {
          answer = false
          setBroken(true)
          onBroken()
        }}
      />
    </WhileLoading>
  )
}
