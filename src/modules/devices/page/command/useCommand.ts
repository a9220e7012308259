/** Gives a command and follows it to its end: by the live stream, and by slow polling in case a message is lost. */
import { useEffect, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#model/row.ts'
import { post, RequestError } from '#console/data/request.ts'
import type { Words } from '#console/kit/language.tsx'
import type { Order } from './CommandTray.tsx'
import { isEnded } from './CommandSteps.tsx'
import { CONTROL } from '../deviceCache.ts'
import type { CommandRow } from '../DeviceRow.ts'
import { useDeviceLive } from '../useDeviceLive.ts'
import { readRow } from '#console/data/rows.ts'
import type { command as commandNoun } from '../../command/command.noun.ts'

const POLL_MS = 1000
/** How long an ended command stays visible on its card. */
const STAY_MS = 8000
const STAY_FAILED_MS = 30_000

/** Properties to be set, by name. */
export interface Setting {
  values: Readonly<Input>
  reason: string | null
}

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
    mutationFn: (order: Order | Setting) =>
      post<{ id: string }>(
        `${CONTROL}/${'values' in order ? 'setProperties' : order.forced ? 'force' : 'send'}`,
        {
          deviceId,
          ...(component ? { component } : {}),
          ...('values' in order
            ? { values: order.values }
            : { identifier: order.act.identifier, params: order.params }),
          ...(order.reason ? { reason: order.reason } : {}),
          appId,
        },
        { quiet: true },
      ),
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
    give: giving.mutateAsync,
    clear: () => {
      setProblem(undefined)
      setId(undefined)
    },
  }
}
