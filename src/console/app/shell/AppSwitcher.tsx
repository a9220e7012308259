/** The application one is in, and the way into another or back to the platform. */
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Building2, Check, ChevronsUpDown, LayoutGrid } from 'lucide-react'
import { useApplication, type Application } from '#console/app/useApplication.ts'
import { get } from '#console/data/request.ts'
import { useCan, useMe } from '#console/data/me.ts'
import { nounOf } from '#console/data/registry.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Popover, type TriggerProps } from '#console/kit/Popover.tsx'
import { SearchField } from '#console/kit/SearchField.tsx'

const shown = 30

/** 行业 · n 台 */
const noteOf = (application: Application, say: (words: Words) => string): string => {
  const industry = nounOf('application')?.fields.industry
  const entry = industry?.kind === 'choice' ? Object.values(industry.values).find(([wire]) => wire === application.industry) : undefined
  const count = application.deviceCount ?? 0
  return [entry && say([entry[1], entry[2]]), say([`${count} 台`, count === 1 ? '1 device' : `${count} devices`])].filter(Boolean).join(' · ')
}

const Trigger = ({ application, appId, ref, onPress, ...aria }: TriggerProps & { application: Application | undefined; appId: string | undefined }) => {
  const say = useSay()
  return (
    <button type="button" ref={ref} className="app-switch" {...aria} onClick={() => onPress?.()}>
      <span className="app-badge" data-quiet={appId === undefined || undefined}>{application ? [...application.name][0] : <Icon of={appId === undefined ? Building2 : LayoutGrid} />}</span>
      <span className="app-words">
        <b className="ellipsis">{application?.name ?? (appId === undefined ? say(['平台', 'Platform']) : '…')}</b>
        <small className="ellipsis">{application ? noteOf(application, say) : appId === undefined ? say(['选择应用进入', 'Choose an application']) : ''}</small>
      </span>
      <Icon of={ChevronsUpDown} size={14} />
    </button>
  )
}

const Choices = ({ appId, close }: { appId: string | undefined; close: () => void }) => {
  const say = useSay()
  const me = useMe()
  const [text, setText] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: ['/api/admin/application', 'choices', text],
    queryFn: ({ signal }) => get<{ records: Application[]; total: number }>('/api/admin/application/page', { current: 1, size: shown, name: text.trim() }, { signal }),
    placeholderData: keepPreviousData,
  })
  const follow = (href: string): void => { close(); navigate(href) }
  return (
    <>
      <SearchField label={['查找应用', 'Find an application']} value={text} onChange={setText} shortcut={null} />
      <div className="app-list">
        {data?.records.map((one) => (
          <button key={one.id} type="button" className="app-option" aria-current={one.id === appId || undefined} onClick={() => follow(`/applyLayout/${one.id}`)}>
            <span className="app-badge">{[...one.name][0]}</span>
            <span className="app-words"><b className="ellipsis">{one.name}</b><small className="ellipsis">{noteOf(one, say)}</small></span>
            {one.id === appId && <Icon of={Check} size={14} />}
          </button>
        ))}
        {data && data.total === 0 && !isFetching && <p className="app-none">{say(text ? ['没有匹配的应用', 'No match'] : ['还没有应用', 'No applications yet'])}</p>}
      </div>
      <div className="app-rule" />
      <button type="button" className="app-option" onClick={() => follow(`${me?.home ?? '/home'}/apply`)}><span className="app-badge" data-quiet><Icon of={LayoutGrid} /></span><span className="app-words"><b>{say(['全部应用', 'All applications'])}</b></span></button>
      {appId !== undefined && <button type="button" className="app-option" onClick={() => follow(me?.home ?? '/home')}><span className="app-badge" data-quiet><Icon of={Building2} /></span><span className="app-words"><b>{say(['返回平台', 'Back to the platform'])}</b></span></button>}
    </>
  )
}

export const AppSwitcher = ({ appId, onFollow }: { appId: string | undefined; onFollow: (() => void) | undefined }) => {
  const can = useCan()
  const application = useApplication(appId)
  if (appId === undefined && !can('application:list')) return null
  return (
    <Popover label={['切换应用', 'Switch application']} width={280} trigger={<Trigger application={application} appId={appId} />}>
      {(close) => <Choices appId={appId} close={() => { close(); onFollow?.() }} />}
    </Popover>
  )
}
