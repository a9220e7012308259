/** The bell of every page: open alarms of what the account may see, new ones within two seconds, with sound and in the tab's title. */
import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useMe } from '#console/data/me.ts'
import { useLive } from '#console/data/live.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Counted } from '#console/kit/Counted.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import { ALARMS, openAlarmsQuery, refetchOpenAlarms, soundOn } from './page/alarm/openAlarms.ts'

const load = () => import('./page/alarm/AlarmList.tsx')
const AlarmList = lazy(async () => (await load()).default)

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

export const AlarmTray = () => {
  const me = useMe()
  const may = me?.permissions.has('deviceAlarm:list') ?? false
  const { data, dataUpdatedAt } = useQuery({ ...openAlarmsQuery(), enabled: may })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const called = useRef(false)
  useLive(may ? { type: 'alarm' } : undefined, frames => {
    const calls = frames.flatMap(frame => frame.rows).flatMap(row => ('calls' in row ? (row.calls ?? []) : []))
    if (me && calls.includes(me.sysUser.userId)) called.current = true
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refetchOpenAlarms()
    }, GATHER_MS)
  })
  // An alarm that was there when the page was opened is shown, but makes no sound.
  const newest = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (!data) return
    const fresh = newest.current !== undefined && data.newest !== null && data.newest > (newest.current ?? '')
    newest.current = data.newest
    if (!(fresh || called.current)) return
    const insist = called.current
    called.current = false
    void import('./page/alarm/announceAlarm.ts').then(({ announceAlarm }) =>
      announceAlarm(data, { insist, sound: soundOn() }),
    )
    // A call changes nothing of the alarm, so the data stays the same object: that it was read again is what counts.
  }, [data, dataUpdatedAt])
  const active = data?.active ?? 0
  useTitleCount(active)
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
