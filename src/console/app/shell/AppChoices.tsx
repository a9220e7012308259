/** The applications to choose from, with links to the list of all and to the platform. */
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Building2, Check, LayoutGrid } from 'lucide-react'
import { applicationNote } from '#console/app/shell/applicationNote.ts'
import { AppTrigger, type AppTriggerProps } from '#console/app/shell/AppTrigger.tsx'
import type { Application } from '#console/app/useApplication.ts'
import { get } from '#console/data/request.ts'
import { useMe } from '#console/data/me.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Popover } from '#console/kit/overlay/Popover.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'

const shown = 30
/** Every state but 已注销. */
const NOT_CLOSED = '0,1,2,3,4'

const Choices = ({ appId, close }: { appId: string | undefined; close: () => void }) => {
  const translate = useTranslate()
  const me = useMe()
  const [text, setText] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: ['/api/admin/application', 'choices', text],
    queryFn: ({ signal }) =>
      get<{ records: Application[]; total: number }>(
        '/api/admin/application/page',
        { current: 1, size: shown, name: text.trim(), state: NOT_CLOSED },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const follow = (href: string): void => {
    close()
    navigate(href)
  }
  return (
    <>
      <SearchField label={['查找应用', 'Find an application']} value={text} onChange={setText} shortcut={null} />
      <div className="app-list">
        {data?.records.map(one => (
          <button
            key={one.id}
            type="button"
            className="app-option"
            aria-current={one.id === appId || undefined}
            onClick={() => follow(`/applyLayout/${one.id}`)}
          >
            <span className="app-badge">{[...one.name][0]}</span>
            <span className="app-words">
              <b className="ellipsis">{one.name}</b>
              <small className="ellipsis">{applicationNote(one, translate)}</small>
            </span>
            {one.id === appId && <Icon of={Check} size={14} />}
          </button>
        ))}
        {data && data.total === 0 && !isFetching && (
          <p className="app-none">
            {translate(text ? ['没有匹配的应用', 'No match'] : ['还没有应用', 'No applications yet'])}
          </p>
        )}
      </div>
      <div className="app-rule" />
      <div className="app-list" data-last>
        <button type="button" className="app-option" onClick={() => follow(`${me?.home ?? '/home'}/apply`)}>
          <span className="app-badge" data-quiet>
            <Icon of={LayoutGrid} />
          </span>
          <span className="app-words">
            <b>{translate(['全部应用', 'All applications'])}</b>
          </span>
        </button>
        {appId !== undefined && (
          <button type="button" className="app-option" onClick={() => follow(me?.home ?? '/home')}>
            <span className="app-badge" data-quiet>
              <Icon of={Building2} />
            </span>
            <span className="app-words">
              <b>{translate(['返回平台', 'Back to the platform'])}</b>
            </span>
          </button>
        )}
      </div>
    </>
  )
}

export default function AppChoices({ onFollow, ...trigger }: AppTriggerProps & { onFollow: (() => void) | undefined }) {
  return (
    <Popover label={['切换应用', 'Switch application']} width={280} trigger={<AppTrigger {...trigger} />}>
      {close => (
        <Choices
          appId={trigger.appId}
          close={() => {
            close()
            onFollow?.()
          }}
        />
      )}
    </Popover>
  )
}
