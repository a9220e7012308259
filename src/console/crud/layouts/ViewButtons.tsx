/** Shows the rows of a list on a map, as pictures, on a calendar or as cards, and as a list again. */
import { CalendarDays, Images, LayoutGrid, List, Map, type LucideIcon } from 'lucide-react'
import { asksFor, viewIn, viewsOf } from '#console/crud/layouts/viewsOf.ts'
import type { ListAddress } from '#console/crud/list/useListAddress.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import type { Words } from '#console/kit/language.tsx'
import type { Lens, LensView } from '#model/noun.ts'

const BUTTONS: Readonly<Record<LensView, readonly [icon: LucideIcon, label: Words]>> = {
  map: [Map, ['显示地图', 'Show on a map']],
  wall: [Images, ['显示图片', 'Show as pictures']],
  calendar: [CalendarDays, ['显示日历', 'Show on a calendar']],
  cards: [LayoutGrid, ['显示卡片', 'Show as cards']],
}

export default function ViewButtons({ lens, address: { show, patch } }: { lens: Lens; address: ListAddress }) {
  return viewsOf(lens).map(view => {
    const on = viewIn(lens, show) === view
    const [icon, label] = BUTTONS[view]
    return (
      <IconButton
        key={view}
        icon={on ? List : icon}
        label={on ? ['显示列表', 'Show as a list'] : label}
        onPress={() => patch({ show: asksFor(lens, on ? undefined : view), month: undefined })}
      />
    )
  })
}
