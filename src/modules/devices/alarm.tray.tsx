/** The bell of every page: open alarms of what the account may see, new ones within two seconds, with sound and in the tab's title. */
import { useEffect, useRef, type RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useMe } from '#console/data/me.ts'
import { useLive } from '#console/data/live.ts'
import { routeAppId } from '#console/data/request.ts'
import { noteWaiting } from '#console/data/waiting.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Counted } from '#console/kit/Counted.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import { newAlarms } from './page/alarm/newAlarms.ts'
import { ALARMS, openAlarmsQuery, refetchOpenAlarms, soundOn, type OpenAlarms } from './page/alarm/openAlarms.ts'

const load = () => import('./page/alarm/AlarmList.tsx')
const AlarmList = lazy(async () => (await load()).default)

const ALARM_PAGE = '/apply/alarm'
/** Messages arrive in bursts: a storm of alarms is one question. */
const GATHER_MS = 300

/** Puts the number of unacknowledged alarms before the title of the tab, whichever page sets it. */
const useTitleCount = (active: number): void => {
  useEffect(() => {
    const element = document.querySelector('title')
    if (!element) return
    const put = (): void => {
      const bare = document.title.replace(/^\(\d+\+?\) /, '')
      const wanted = active ? `(${active > 99 ? '99+' : active}) ${bare}` : bare
      if (document.title !== wanted) document.title = wanted
    }
    put()
    const observer = new MutationObserver(put)
    observer.observe(element, { childList: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(/^\(\d+\+?\) /, '')
    }
  }, [active])
}

/** Announces what is new among the open alarms, and the one about which the account is called. */
const useAnnounced = (open: OpenAlarms | undefined, readAt: number, called: RefObject<string | undefined>): void => {
  const before = useRef<{ appId: string | undefined; alarms: OpenAlarms['alarms'] }>(undefined)
  useEffect(() => {
    if (!open) return
    const appId = routeAppId()
    // An alarm that was there when the page was opened is shown, but makes no sound.
    const last = before.current
    const fresh = last && last.appId === appId ? newAlarms(last.alarms, open.alarms) : []
    before.current = { appId, alarms: open.alarms }
    // One that is beyond the list stands behind those that are worse.
    const callsFor =
      called.current === undefined
        ? undefined
        : (open.alarms.find(({ id }) => id === called.current) ?? open.alarms.find(({ state }) => state === 0))
    called.current = undefined
    const [first] = callsFor ? [callsFor] : fresh
    if (!first) return
    void import('./page/alarm/announceAlarm.ts').then(({ announceAlarm }) =>
      announceAlarm(first, { insist: callsFor !== undefined, sound: soundOn() }),
    )
    // A call changes nothing of the alarm, so the data stays the same object: that it was read again is what counts.
  }, [open, readAt, called])
}

export const AlarmTray = () => {
  const me = useMe()
  const may = me?.permissions.has('deviceAlarm:list') ?? false
  const { data, dataUpdatedAt, isPlaceholderData } = useQuery({ ...openAlarmsQuery(), enabled: may })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const called = useRef<string>(undefined)
  useLive(may ? { type: 'alarm' } : undefined, frames => {
    for (const row of frames.flatMap(frame => frame.rows))
      if (me && 'calls' in row && row.calls?.includes(me.sysUser.userId)) called.current = row.id
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refetchOpenAlarms()
    }, GATHER_MS)
  })
  useAnnounced(isPlaceholderData ? undefined : data, dataUpdatedAt, called)
  const active = data?.active ?? 0
  useTitleCount(active)
  useEffect(() => noteWaiting(ALARM_PAGE, active), [active])
  if (!may || !data) return null
  const button = {
    icon: active ? BellRing : Bell,
    label: active ? ([`告警：${active} 条未确认`, `Alarms: ${active} not acknowledged`] as const) : ALARMS,
  }
  return (
    <Counted count={active} tone="bad" urgent={active > 0}>
      <Deferred
        load={load}
        placeholder={begin => <IconButton {...button} aria-haspopup="dialog" aria-expanded={false} onPress={begin} />}
      >
        <AlarmList open={data} trigger={<IconButton {...button} />} onChanged={refetchOpenAlarms} />
      </Deferred>
    </Counted>
  )
}
