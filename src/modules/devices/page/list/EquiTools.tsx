/** Search, site and status above the list of devices; what is typed acts after a moment. */
import { lazy, useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PickPlaceholder } from '#console/crud/list/PickPlaceholder.tsx'
import { get } from '#console/data/request.ts'
import { useSay } from '#console/kit/language.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import type { Counts, Paged } from '../DeviceRow.ts'
import type { Status } from './EquiStrip.tsx'

const TYPING_MS = 250
const loadSelect = () => import('#console/kit/input/Select.tsx')
const Select = lazy(async () => ({ default: (await loadSelect()).Select<string> }))

export const useSites = (appId: string | undefined) =>
  useQuery({
    queryKey: ['/api/admin/site', 'options', appId],
    queryFn: ({ signal }) =>
      get<Paged<{ id: string; name: string }>>('/api/admin/site/page', { appId, size: 100 }, { signal, quiet: true }),
    staleTime: 60_000,
    enabled: appId !== undefined,
  })

export type EquiToolsProps = {
  appId: string | undefined
  name: string
  siteId: string | undefined
  status: Status
  counts: Counts | undefined
  onChange: (change: Readonly<Record<string, string | undefined>>) => void
  tools: ReactNode
}

export const EquiTools = ({ appId, name, siteId, status, counts, onChange, tools }: EquiToolsProps) => {
  const say = useSay()
  const [text, setText] = useState(name)
  const sites = useSites(appId).data?.records ?? []
  useEffect(() => setText(name), [name])
  useEffect(() => {
    if (text.trim() === name) return
    const timer = setTimeout(() => onChange({ name: text.trim() || undefined }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, name, onChange])
  return (
    <div className="devices-tools calm">
      <SearchField
        label={['名称、序列号', 'Name or serial']}
        value={text}
        onChange={setText}
        onSearch={value => onChange({ name: value.trim() || undefined })}
      />
      {sites.length > 0 && (
        <div className="devices-tools-site">
          <PickPlaceholder
            load={loadSelect}
            label={['站点', 'Site']}
            placeholder={['全部站点', 'All sites']}
            chosen={siteId !== undefined}
          >
            <Select
              label={['站点', 'Site']}
              hideLabel
              placeholder={['全部站点', 'All sites']}
              clearable
              options={sites.map(site => ({ id: site.id, label: site.name }))}
              value={siteId}
              onChange={id => onChange({ siteId: id })}
            />
          </PickPlaceholder>
        </div>
      )}
      <Segmented<Status>
        label={['状态', 'Status']}
        value={status}
        onChange={next => onChange({ status: next === 'all' ? undefined : next })}
        items={[
          { id: 'all', label: ['全部', 'All'], ...(counts ? { count: counts.all } : {}) },
          { id: 'online', label: ['在线', 'Online'], ...(counts ? { count: counts.online } : {}) },
          { id: 'offline', label: ['离线', 'Offline'], ...(counts ? { count: counts.offline } : {}) },
          { id: 'alarm', label: ['告警', 'Alarm'], ...(counts ? { count: counts.alarm } : {}) },
        ]}
      />
      <span className="devices-tools-end" aria-label={say(['列表工具', 'List tools'])} role="group">
        {tools}
      </span>
    </div>
  )
}
