/** The notices of the account as the tray reads them, and what each leads to. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Text } from '#base/text.ts'
import { queries } from '#console/data/queries.ts'
import { get, put } from '#console/data/request.ts'
import type { OwnNotice, OwnNotices } from '../ownNotices.ts'

export const NOTICES: Text = ['通知', 'Notices']

const API = '/api/notice'
/** Also without a live message: what was missed while the connection was away. */
const AGAIN_MS = 20_000

export const ownNoticesQuery = () =>
  queryOptions({
    queryKey: [API],
    queryFn: ({ signal }) => get<OwnNotices>(API, undefined, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  })
export const refetchNotices = (): void => void queries.invalidateQueries({ queryKey: [API] })

export const markRead = (upTo: string): Promise<void> =>
  put(`${API}/read`, { upTo }, { quiet: true }).then(refetchNotices, () => undefined)

/** Where the notice leads, or the device that it is about; undefined without one, or where it has left the application. */
export const noticeHref = ({ appId, deviceId, deviceClass, link }: OwnNotice): string | undefined =>
  link ?? (deviceClass ? `/${deviceClass}/equi/${appId}?row=${deviceId}` : undefined)
