/** Under the application's name: the sites and device groups to which the account is limited in it. */
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { get } from '#console/data/request.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'

interface OwnPlaces {
  sites: readonly { name: string }[]
  groups: readonly { name: string }[]
  devices: number
}

export default function PlacesNote({ appId }: { appId: string }) {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['/api/device/ownPlaces', appId],
    queryFn: ({ signal }) => get<OwnPlaces | null>('/api/device/ownPlaces', { appId }, { signal, quiet: true }),
  })
  if (!data) return null
  const names = [...data.sites, ...data.groups].map(one => one.name)
  const text = translate([
    `设备范围：${names.join('、')}（${data.devices} 台）`,
    `Limited to ${names.join(', ')} (${data.devices} device${data.devices === 1 ? '' : 's'})`,
  ])
  return (
    <p className="places-note" title={text}>
      <Icon of={MapPin} size={14} />
      <span>{text}</span>
    </p>
  )
}
