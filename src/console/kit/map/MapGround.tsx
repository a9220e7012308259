/** The ground of a large map: WebGL where the browser has it, otherwise the drawing, which is the same map with less. */
import { lazy, Suspense, useState } from 'react'
import { DrawnGround } from './DrawnGround.tsx'
import type { MapView } from './mercator.ts'
import './map.css'

const GlGround = lazy(() => import('./GlGround.tsx'))

let answer: boolean | undefined
/** Asked before MapLibre is loaded, which draws nothing without it. */
export const hasWebGl = (): boolean => {
  answer ??= document.createElement('canvas').getContext('webgl2') !== null
  return answer
}

export const MapGround = ({ view, onBroken }: { view: MapView; onBroken: () => void }) => {
  const [broken, setBroken] = useState(!hasWebGl())
  if (broken) return <DrawnGround view={view} />
  return (
    <Suspense fallback={<DrawnGround view={view} />}>
      <GlGround
        view={view}
        onBroken={() => {
          answer = false
          setBroken(true)
          onBroken()
        }}
      />
    </Suspense>
  )
}
