/** One open cell: what is the matter, since when, and the fix that would work. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import { get, post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/Card.tsx'
import { DetailView } from '#console/kit/DetailView.tsx'
import { ErrorState } from '#console/kit/ErrorState.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Pill } from '#console/kit/Pill.tsx'
import { Row } from '#console/kit/Row.tsx'
import { Skeleton } from '#console/kit/Skeleton.tsx'
import { Stack } from '#console/kit/Stack.tsx'
import { toast } from '#console/kit/toast.ts'
import { FAILURES, STATES, type CellDetail, type Door, type MatrixPerson } from './matrix.ts'

export const CellCard = ({
  person,
  door,
  appId,
  onClose,
}: {
  person: MatrixPerson
  door: Door
  appId: string
  onClose: () => void
}) => {
  const say = useSay()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/person/auth', 'cell', person.id, door.id],
    queryFn: () => get<CellDetail>('/api/person/auth/cell', { personId: person.id, doorId: door.id }, { quiet: true }),
    refetchInterval: 3000,
  })
  const known = data?.exception?.code ? FAILURES[data.exception.code] : undefined
  const retry = async (): Promise<void> => {
    await post('/api/person/auth/retry', { deviceId: door.deviceId, personId: person.id }).then(
      () => toast.ok(['已重新下发', 'Sent again']),
      () => {},
    )
    await client.invalidateQueries({ queryKey: ['/api/person/auth'] })
  }
  const text = data && cellText(data, known?.text)
  return (
    <Card
      title={`${person.name} → ${door.deviceName}${door.name ? ` · ${door.name}` : ''}`}
      actions={<IconButton icon={X} label={['关闭', 'Close']} onPress={onClose} />}
    >
      {!data && error ? (
        <ErrorState note={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : (
        <Stack gap={12}>
          <Row gap={8}>
            <Pill tone={STATES[data.state].tone}>{STATES[data.state].word}</Pill>
          </Row>
          <p>
            {say(text!)}
            {data.acceptedElsewhere > 0 && data.state === 4 && (
              <span className="second">
                {' '}
                {say([
                  `另外 ${data.acceptedElsewhere} 台设备已接受。`,
                  `${data.acceptedElsewhere} other devices accepted it.`,
                ])}
              </span>
            )}
          </p>
          {data.exception && (
            <DetailView
              columns={3}
              items={[
                { label: ['从', 'Since'], value: showInstant(data.exception.firstAt).slice(5) },
                { label: ['已试', 'Tries'], value: say([`${data.exception.tries} 次`, String(data.exception.tries)]) },
                {
                  label: ['下次', 'Next'],
                  value: data.exception.nextAt
                    ? showInstant(data.exception.nextAt).slice(5)
                    : say(['等待修改', 'waits for a change']),
                },
                ...(data.exception.code
                  ? [
                      {
                        label: ['设备返回', 'Device code'] as const,
                        value: `${data.exception.code} ${data.exception.message ?? ''}`,
                        mono: true,
                        wide: true,
                      },
                    ]
                  : []),
              ]}
            />
          )}
          {data.rights.length > 0 && (
            <DetailView
              beside
              columns={1}
              items={data.rights.map(right => ({
                label: ['权限组', 'Group'] as const,
                value: `${right.groupName}${right.plan ? ` · ${right.plan}` : ''}${right.validTo ? ` · ${showInstant(right.validTo).slice(0, 16)}` : ''}`,
              }))}
            />
          )}
          <Row gap={8}>
            {data.state === 4 && known?.fix === 'photo' && (
              <Button
                variant="primary"
                onPress={() => navigate(`/apply/customPerson/default/${appId}?row=${person.id}`)}
              >
                {say(['换照片', 'New picture'])}
              </Button>
            )}
            {data.state === 4 && (
              <Button variant={known?.fix === 'photo' ? 'secondary' : 'primary'} onPress={() => void retry()}>
                {say(['重新下发', 'Send again'])}
              </Button>
            )}
            {data.state === 0 && (
              <Button onPress={() => navigate(`/apply/authGroup/${appId}`)}>
                {say(['到权限组授权', 'Grant by a group'])}
              </Button>
            )}
          </Row>
        </Stack>
      )}
    </Card>
  )
}

function cellText(data: CellDetail, known: readonly [string, string] | undefined): readonly [string, string] {
  if (data.state === 4)
    return (
      known ?? [data.exception?.message || '设备没有接受', data.exception?.message || 'The device did not accept it']
    )
  const refusal = data.decision.steps.find(step => step.verdict === 'refuse')
  if (data.state === 0) return ['没有包含此门的权限组', 'No group with this door']
  if (data.state === 3)
    return ['设备离线，上线后先撤权、再下发', 'The device is offline; revocations go first when it is back']
  if (data.state === 2 || data.state === 5) return ['正在下发，等待设备确认', 'On its way, waiting for the device']
  return refusal
    ? [`已在设备上；现在不能通行：${refusal.text[0]}`, `On the device; may not pass now: ${refusal.text[1]}`]
    : ['已在设备上，现在可以通行', 'On the device, may pass now']
}
