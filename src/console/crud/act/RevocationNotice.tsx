/** Recent revocations, live: how many devices have confirmed them, after how long, and which have not. */
import { useCallback } from 'react'
import { useQuery } from '@tanstack/react-query'
import { typesIn, useLive, type LiveFrame } from '#console/data/live.ts'
import { get } from '#console/data/request.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'

interface Revocation {
  since: string
  people: number
  personName: string
  devices: {
    deviceId: string
    deviceName: string
    online: boolean
    renewed: boolean
    confirmedAt: string | null
    tookMs: number | null
  }[]
  /** The number of further revocations that the answer does not contain. */
  beyond: number
}
const EVERYTHING = {}
const MOST_NAMES = 3
const MOST_LINES = 3
const EVERY_MS = { open: 1000, quiet: 10_000 } as const
const seconds = (ms: number): string =>
  ms < 1000 ? '<1 s' : ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`

export const RevocationNotice = ({ path, appId }: { path: string; appId: string | undefined }) => {
  const { data, refetch } = useQuery({
    queryKey: [path, appId],
    queryFn: ({ signal }) => get<Revocation[]>(path, { appId }, { signal, quiet: true }),
    refetchInterval: query =>
      query.state.data?.some(one => one.devices.some(device => device.confirmedAt === null))
        ? EVERY_MS.open
        : EVERY_MS.quiet,
  })
  useLive(
    EVERYTHING,
    useCallback(
      (frames: readonly LiveFrame[]) => {
        if (typesIn(frames).has('sync')) void refetch()
      },
      [refetch],
    ),
  )
  if (!data?.length) return null
  return (
    <Stack gap={8}>
      {data.slice(0, MOST_LINES).map(one => (
        <Line key={`${one.since}${one.personName}`} one={one} />
      ))}
      <Rest rest={data.slice(MOST_LINES)} beyond={data[0]!.beyond} />
    </Stack>
  )
}

/** The number of revocations without a line of their own. */
const Rest = ({ rest, beyond }: { rest: readonly Revocation[]; beyond: number }) => {
  const translate = useTranslate()
  const count = rest.length + beyond
  if (count === 0) return null
  const open = rest.filter(one => one.devices.some(device => device.confirmedAt === null)).length
  const [zh, en] = open
    ? [`，其中至少 ${open} 次等待确认`, `, at least ${open} of them awaiting confirmation`]
    : ['', '']
  return (
    <Notice tone={open ? 'warn' : 'ok'}>
      {translate([`另有 ${count} 次撤销${zh}`, `${count} more ${count > 1 ? 'removals' : 'removal'}${en}`])}
    </Notice>
  )
}

const Line = ({ one }: { one: Revocation }) => {
  const translate = useTranslate()
  const gone = one.devices.filter(device => device.confirmedAt !== null)
  const open = one.devices.filter(device => device.confirmedAt === null)
  const tookMs = Math.max(0, ...gone.map(device => device.tookMs ?? 0))
  const who = translate(
    one.people > 1
      ? [`${one.personName}等 ${one.people} 人`, `${one.personName} and ${one.people - 1} more`]
      : one.personName,
  )
  const [left, kept] = [gone.filter(device => !device.renewed).length, gone.filter(device => device.renewed).length]
  const took = seconds(tookMs)
  const done = [
    left
      ? translate([
          `已从 ${left} 台终端撤销 · ${took}`,
          `revoked from ${left} ${left > 1 ? 'devices' : 'device'} · ${took}`,
        ])
      : '',
    kept
      ? translate([
          `${kept} 台因其他权限仍可通行，已更新${left ? '' : ` · ${took}`}`,
          `${kept} updated because other rights remain${left ? '' : ` · ${took}`}`,
        ])
      : '',
  ]
  const names = open
    .slice(0, MOST_NAMES)
    .map(device =>
      device.online ? device.deviceName : translate([`${device.deviceName}（离线）`, `${device.deviceName} (offline)`]),
    )
    .join(translate(['、', ', ']))
  const rest = open.length
    ? translate([
        `等待 ${names}${open.length > MOST_NAMES ? `等 ${open.length} 台` : ''}确认`,
        `awaiting confirmation by ${names}${open.length > MOST_NAMES ? ` and ${open.length - MOST_NAMES} more` : ''}`,
      ])
    : ''
  return (
    <Notice tone={open.length ? 'warn' : 'ok'}>
      {[who, ...done, rest].filter(Boolean).join(translate(['，', ', ']))}
    </Notice>
  )
}
