/** An icon of the set of `IconField`, by its name; an unknown name leaves the space empty. */
import { Icon } from '#console/kit/Icon.tsx'
import { iconSet } from '#console/kit/iconSet.ts'

export default function NamedIcon({ name, size = 16 }: { name: string; size?: number }) {
  const shape = iconSet.get(name)
  return shape ? <Icon of={shape} size={size} /> : <span style={{ width: size, height: size }} />
}
