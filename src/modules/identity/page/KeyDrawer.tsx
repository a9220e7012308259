/** An API key beside its list: its permissions and open sessions. */
import { useQuery } from '@tanstack/react-query'
import { SIGNED_OUT } from '#base/signInTexts.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import type { RowOf } from '#model/row.ts'
import { can } from '#console/data/me.ts'
import { get, post, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { apiKey } from '../apiKey/apiKey.noun.ts'
import type { Point } from './KeyDialog.tsx'
import type { OwnSession } from './ownAccount.ts'
import { SessionList } from './SessionList.tsx'

const SHOWN = [
  'name',
  'clientId',
  'state',
  'main',
  'expiresAt',
  'oldSecretUntil',
  'lastUsedAt',
  'lastUsedIp',
  'addresses',
]

/** Its permissions, grouped by page; those that the viewer lacks are shown by their key. */
function byPage(held: readonly string[], points: readonly Point[]): readonly [string, string[]][] {
  const known = new Map(points.map(one => [one.point, one]))
  const pages = new Map<string, string[]>()
  for (const point of held) {
    const { page, label } = known.get(point) ?? { page: point.split(':')[0]!, label: point }
    pages.set(page, [...(pages.get(page) ?? []), label])
  }
  return [...pages]
}

export function KeyDrawer({ row }: { row: RowOf<typeof apiKey> }) {
  const translate = useTranslate()
  const path = `${apiKey.api}/${row.id}/sessions`
  const { data, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<readonly OwnSession[]>(path, undefined, { signal, quiet: true }),
    gcTime: 0,
  })
  const points = useQuery({
    queryKey: [apiKey.api, 'points'],
    queryFn: ({ signal }) => get<readonly Point[]>(`${apiKey.api}/points`, undefined, { signal, quiet: true }),
  })
  const end = async (body: object): Promise<void> => {
    try {
      await post(`${apiKey.api}/${row.id}/endSessions`, body)
      toast.ok(SIGNED_OUT)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
    }
    void refetch()
  }
  return (
    <Stack gap={20}>
      <DetailView items={detailsOf(apiKey, row, SHOWN, translate)} />
      <DetailView
        title={['权限', 'Permissions']}
        columns={1}
        items={byPage(row.points, points.data ?? []).map(([page, words]) => ({ label: page, value: words.join('、') }))}
      />
      <DetailView title={['当前会话', 'Signed in now']} items={[]} />
      {data && (
        <SessionList
          sessions={can('apiKey:revoke') ? data : data.map(one => ({ ...one, current: true }))}
          onEnd={session => void end({ sessionId: session.id })}
        />
      )}
      {data && data.length > 1 && can('apiKey:revoke') && (
        <div>
          <Button tone="bad" onPress={() => void end({})}>
            {translate(['全部退出', 'Sign out everywhere'])}
          </Button>
        </div>
      )}
    </Stack>
  )
}
