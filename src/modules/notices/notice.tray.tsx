/** Notices of rules and alarms to the signed-in account, in the top bar of every page once there is one. */
import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Mail, MailOpen } from 'lucide-react'
import { can } from '#console/data/me.ts'
import { useLive } from '#console/data/live.ts'
import { Counted } from '#console/kit/Counted.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { NOTICES, ownNoticesQuery, refetchNotices } from './page/notices.ts'

const load = () => import('./page/NoticeList.tsx')
const NoticeList = lazy(async () => (await load()).NoticeList)

export const NoticeTray = () => {
  const { data } = useQuery(ownNoticesQuery())
  // A stream of its own in each of many tabs would use up the browser's connections: it shares that of the bell.
  useLive(can('deviceAlarm:list') ? { type: 'notice' } : undefined, refetchNotices)
  // One that was there when the page was opened is shown, but not announced.
  const newest = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (!data) return
    const [first] = data.notices
    const fresh = newest.current !== undefined && first && first.id !== newest.current && !first.readAt
    newest.current = first?.id ?? null
    if (fresh) void import('./page/announceNotice.ts').then(({ announceNotice }) => announceNotice(first))
  }, [data])
  if (!data?.notices.length) return null
  const { unread } = data
  const button = {
    icon: unread ? Mail : MailOpen,
    label: unread ? ([`通知：${unread} 条未读`, `Notices: ${unread} unread`] as const) : NOTICES,
  }
  return (
    <Counted count={unread} tone="info">
      <Deferred
        load={load}
        placeholder={begin => <IconButton {...button} aria-haspopup="dialog" aria-expanded={false} onPress={begin} />}
      >
        <NoticeList notices={data.notices} trigger={<IconButton {...button} />} />
      </Deferred>
    </Counted>
  )
}
