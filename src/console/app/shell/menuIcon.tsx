/** The icon of a menu entry by its lucide name. The set is loaded beside the menu's entries, not before the shell. */
import type { IconShape } from '#console/kit/Icon.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'

const load = () => import('#console/kit/NamedIcon.tsx')
// It arrives while the server is asked for the menu; a failure is met when an icon is shown.
load().catch(() => {})
const NamedIcon = lazy(async () => (await load()).default)

const shapes = new Map<string, IconShape>()
/** Always the same component for a name. */
export function menuIcon(icon: string | null | undefined): IconShape {
  const name = icon ?? 'folder'
  const known = shapes.get(name)
  if (known) return known
  const shape: IconShape = ({ size = 16 }) => (
    <WhileLoading show={<span style={{ width: size, height: size }} />}>
      <NamedIcon name={name} size={Number(size)} />
    </WhileLoading>
  )
  shapes.set(name, shape)
  return shape
}
