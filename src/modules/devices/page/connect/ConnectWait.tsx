/** Waits for the device to connect: shows which step is reached, and which one failed and why. */
import { useQuery } from '@tanstack/react-query'
import { Check as Tick, X } from 'lucide-react'
import { showClock } from '#base/time.ts'
import { get } from '#console/data/request.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { hopsOf, isConnected, type Check } from './connectHops.ts'
import { DEVICES } from '../deviceCache.ts'
import { useNow } from '../useNow.ts'
import './Connect.css'

const POLL_MS = 1000

export const useCheck = (appId: string | undefined, id: string | undefined) =>
  useQuery({
    queryKey: [DEVICES, 'check', id],
    queryFn: ({ signal }) => get<Check>(`${DEVICES}/${id}/check`, { appId }, { signal, quiet: true }),
    enabled: id !== undefined,
    refetchInterval: query => (isConnected(query.state.data) ? 5000 : POLL_MS),
    staleTime: 0,
    retry: false,
  }).data

export const ConnectWait = ({ check, startedAt }: { check: Check | undefined; startedAt: number }) => {
  const translate = useTranslate()
  const hops = hopsOf(check)
  const done = isConnected(check)
  const now = useNow(1000, !done)
  const broken = hops.find(hop => hop.state === 'broken')
  const seconds = Math.max(
    0,
    Math.round(((done && check?.spoke ? Date.parse(check.spoke.at) : now) - startedAt) / 1000),
  )
  return (
    <div className="connect-wait" data-state={done ? 'done' : broken ? 'broken' : 'waiting'}>
      <p className="connect-verdict" role="status">
        <b>
          {translate(
            done
              ? ['已连接', 'Connected']
              : broken
                ? ['连接被拒绝', 'It was refused']
                : ['等待设备', 'Waiting for the device'],
          )}
        </b>
        <span>
          {translate(
            done
              ? [`用时 ${seconds} 秒`, `in ${seconds} s`]
              : [`${seconds} 秒 · 每秒检查`, `${seconds} s · checked every second`],
          )}
        </span>
      </p>
      <ol>
        {hops.map(hop => (
          <li key={hop.id} data-state={hop.state} aria-current={hop.state === 'now' ? 'step' : undefined}>
            <i>
              {hop.state === 'done' ? (
                <Icon of={Tick} size={12} />
              ) : hop.state === 'broken' ? (
                <Icon of={X} size={12} />
              ) : null}
            </i>
            <span className="connect-hop">
              <b>{translate(hop.title)}</b>
              {hop.note && <small>{translate(hop.note)}</small>}
            </span>
            {hop.at && <span className="mono third">{showClock(hop.at)}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
