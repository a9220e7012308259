/** An icon with the stroke width of the console, hidden from screen readers. */
import type { ComponentType, SVGProps } from 'react'

export type IconShape = ComponentType<SVGProps<SVGSVGElement> & { size?: number | string }>
export type IconProps = { of: IconShape; size?: number }

export const Icon = ({ of: Shape, size = 16 }: IconProps) => (
  <Shape size={size} strokeWidth={size <= 14 ? 2 : 1.75} aria-hidden="true" focusable="false" />
)
