/** Gives a command and follows it to its end: by the live stream, and by slow polling in case a message is lost. */
import { useEffect, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#model/row.ts'
import { post, RequestError } from '#console/data/request.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import type { Words } from '#console/kit/language.tsx'
import type { Order } from './CommandTray.tsx'
import { isEnded } from './CommandSteps.tsx'
import { CONTROL } from '../deviceCache.ts'
import type { CommandRow } from '../DeviceRow.ts'
import { useDeviceLive } from '../useDeviceLive.ts'
import { readRow } from '#console/data/rows.ts'
import type { Risk } from '#model/device.ts'
import type { command as commandNoun } from '../../command/command.noun.ts'

const POLL_MS = 1000
/** How long an ended command stays visible on its card. */
const STAY_MS = 8000
const STAY_FAILED_MS = 30_000

/** Properties to be set, by name. */
export interface Setting {
  values: Readonly<Input>
  /** When a state ends that lets everybody pass. */
  until?: string
  reason: string | null
}

/** What cannot be undone is confirmed twice: in the tray, and before it is sent. */
const CONSEQUENCES: Partial<Record<Risk, Words>> = {
  erases: ['设备上的数据会被清除，无法恢复', 'Data on the device is erased and cannot be restored'],
  spends: ['会产生费用', 'It costs money'],
}
async function confirmTwice(order: Order | Setting): Promise<void> {
  const consequence = 'act' in order ? CONSEQUENCES[order.act.command.risk] : undefined
  if (!consequence || !('act' in order)) return
  const { label } = order.act
  const sure = await confirm({ title: label, message: consequence, danger: true, okLabel: label })
  if (!sure) throw new Error('the user did not confirm it')
}

const postOrder = (order: Order | Setting, to: Input): Promise<{ id: string }> =>
  post(
    `${CONTROL}/${'values' in order ? 'setProperties' : order.forced ? 'force' : 'send'}`,
    {
      ...to,
      ...('values' in order
        ? { values: order.values, ...(order.until ? { until: order.until } : {}) }
        : { identifier: order.act.identifier, params: order.params }),
      ...(order.reason ? { reason: order.reason } : {}),
    },
    { quiet: true },
  )

export const useCommand = (appId: string | undefined, deviceId: string, component: string) => {
  const queries = useQueryClient()
  const [id, setId] = useState<string>()
  const [problem, setProblem] = useState<Words>()
  const { data: command, refetch } = useQuery({
    queryKey: [CONTROL, 'view', id],
    queryFn: ({ signal }) => readRow<typeof commandNoun>(CONTROL, id!, { appId }, signal),
    enabled: id !== undefined,
    refetchInterval: query => (query.state.data && isEnded(query.state.data) ? false : POLL_MS),
    staleTime: 0,
  })
  useDeviceLive(
    id === undefined || (command && isEnded(command)) ? undefined : { appId, deviceId, types: ['command', 'state'] },
    () => void refetch(),
  )
  const ended = command !== undefined && isEnded(command)
  useEffect(() => {
    if (!ended) return
    void queries.invalidateQueries({ queryKey: [CONTROL, 'page'] })
    const timer = setTimeout(() => setId(undefined), command.state === 3 ? STAY_MS : STAY_FAILED_MS)
    return () => clearTimeout(timer)
  }, [ended, command?.id])
  const giving = useMutation({
    mutationFn: (order: Order | Setting) => postOrder(order, { deviceId, ...(component ? { component } : {}), appId }),
    onMutate: () => setProblem(undefined),
    onSuccess: answer => setId(answer.id),
    onError: error =>
      setProblem(
        error instanceof RequestError && error.message
          ? error.message
          : ['没有发出，请重试', 'It was not sent. Please try again'],
      ),
  })
  return {
    command: id === undefined ? undefined : command,
    problem,
    /** The problem of each value, by name. */
    wrong: giving.error instanceof RequestError ? giving.error.fields : [],
    busy: giving.isPending,
    /** Rejects where it was not given, or not confirmed. */
    give: async (order: Order | Setting) => {
      await confirmTwice(order)
      return giving.mutateAsync(order)
    },
    clear: () => {
      setProblem(undefined)
      setId(undefined)
    },
  }
}
