/** What floats above every page: toasts and the tooltip. Their code comes after the first picture, in one file. */
import { ToastLayer } from '#console/kit/overlay/ToastLayer.tsx'
import { TipLayer } from '#console/kit/overlay/Tooltip.tsx'

export const Layers = () => (
  <>
    <ToastLayer />
    <TipLayer />
  </>
)
