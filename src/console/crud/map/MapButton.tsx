/** Shows the rows of a list on a map, and as a list again. */
import { List, Map } from 'lucide-react'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { IconButton } from '#console/kit/IconButton.tsx'

export default function MapButton({ address: { onMap, patch } }: { address: ListAddress }) {
  return (
    <IconButton
      icon={onMap ? List : Map}
      label={onMap ? ['显示列表', 'Show as a list'] : ['显示地图', 'Show on a map']}
      onPress={() => patch({ show: onMap ? undefined : 'map' })}
    />
  )
}
