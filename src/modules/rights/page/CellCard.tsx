/** The card of an open cell: the problem, since when, and the action that would solve it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Text } from '#base/text.ts'
import { CLOSE } from '#base/texts.ts'
import { showInstant } from '#base/time.ts'
import { DELIVERY, DIRECT } from '#model/delivery.ts'
import { HELD, type HeldItem } from '#model/device.ts'
import { can } from '#console/data/me.ts'
import { get, post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Pill } from '#console/kit/Pill.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { failureWords } from '#modules/sync/failureWords.rules.ts'
import { revokeDirect } from './matrixActs.ts'
import { FIXES, type CellDetail, type Door, type MatrixPerson } from './matrix.ts'

/** What of a person it is about, on a device that stores several things. */
const wordOfItem = (item: string): Text => {
  const [, zh, en] = HELD.items[item as HeldItem]
  return [zh, en]
}

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
  const translate = useTranslate()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/person/auth', 'cell', person.id, door.id],
    queryFn: () => get<CellDetail>('/api/person/auth/cell', { personId: person.id, doorId: door.id }, { quiet: true }),
    refetchInterval: 3000,
  })
  const code = data?.exception?.code ?? 0
  const fix = FIXES[code]
  const retry = async (): Promise<void> => {
    await post('/api/person/auth/retry', { deviceId: door.deviceId, personId: person.id }).then(
      () => toast.ok(['已重新下发', 'Sent again']),
      () => {},
    )
    await client.invalidateQueries({ queryKey: ['/api/person/auth'] })
  }
  const text = data && cellText(data, failureWords[code])
  return (
    <Card
      title={`${person.name} → ${door.deviceName}${door.name ? ` · ${door.name}` : ''}`}
      actions={<IconButton icon={X} label={CLOSE} onPress={onClose} />}
    >
      {!data && error ? (
        <ErrorState note={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : (
        <Stack gap={12}>
          <Row gap={8}>
            <Pill tone={DELIVERY[data.state].tone}>{DELIVERY[data.state].word}</Pill>
            {data.item && <span className="second">{translate(wordOfItem(data.item))}</span>}
          </Row>
          <p>
            {translate(text!)}
            {data.acceptedElsewhere > 0 && data.state === 'failed' && (
              <span className="second">
                {' '}
                {translate([
                  `另外 ${data.acceptedElsewhere} 台设备已接受。`,
                  `${data.acceptedElsewhere} other devices accepted it.`,
                ])}
              </span>
            )}
          </p>
          {data.exception && (
            <DetailView
              items={[
                { label: ['从', 'Since'], value: showInstant(data.exception.firstAt).slice(5) },
                {
                  label: ['已试', 'Tries'],
                  value: translate([`${data.exception.tries} 次`, String(data.exception.tries)]),
                },
                {
                  label: ['下次', 'Next'],
                  value: data.exception.nextAt
                    ? showInstant(data.exception.nextAt).slice(5)
                    : translate(['等待修改', 'waits for a change']),
                },
                ...(data.exception.code
                  ? [
                      {
                        label: ['设备返回', 'Device code'] as const,
                        value: `${data.exception.code} ${data.exception.message ?? ''}`,
                        mono: true,
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
                label: right.groupName === null ? DIRECT : (['权限组', 'Group'] as const),
                value: [
                  right.groupName,
                  right.plan ?? (right.groupName === null ? translate(['全天', 'All day']) : null),
                  right.validTo && showInstant(right.validTo).slice(0, 16),
                ]
                  .filter(Boolean)
                  .join(' · '),
              }))}
            />
          )}
          <Row gap={8}>
            {(data.state === 'noPortrait' ||
              data.state === 'noCard' ||
              (data.state === 'failed' && fix === 'photo')) && (
              <Button
                variant="primary"
                onPress={() => navigate(`/apply/customPerson/default/${appId}?row=${person.id}`)}
              >
                {translate(
                  data.state === 'noCard'
                    ? ['登记卡号', 'Enrol a card']
                    : data.state === 'noPortrait'
                      ? ['补照片', 'Add a portrait']
                      : ['换照片', 'New picture'],
                )}
              </Button>
            )}
            {data.state === 'failed' && (
              <Button variant={fix === 'photo' ? 'secondary' : 'primary'} onPress={() => void retry()}>
                {translate(['重新下发', 'Send again'])}
              </Button>
            )}
            {can('personAuth:revoke') && data.rights.some(right => right.groupName === null) && (
              <Button tone="bad" onPress={() => void revokeDirect(person, door)}>
                {translate(['撤销直接授权', 'End the direct right'])}
              </Button>
            )}
            {data.state === 'none' && (
              <Button onPress={() => navigate(`/apply/authGroup/${appId}`)}>
                {translate(['到权限组授权', 'Grant by a group'])}
              </Button>
            )}
          </Row>
        </Stack>
      )}
    </Card>
  )
}

const PENDING: Text = ['正在下发，等待设备确认', 'On its way, waiting for the device']
/** Only confirmed rights are said to be on the device; whether the person may pass now follows from the rules, as the device has them. */
function cellText(data: CellDetail, known: Text | undefined): Text {
  const refusal = data.decision.steps.find(step => step.verdict === 'refuse')
  const now: Text = refusal
    ? [`现在不能通行：${refusal.text[0]}`, `may not pass now: ${refusal.text[1]}`]
    : ['现在可以通行', 'may pass now']
  switch (data.state) {
    case 'none':
      return ['没有此门的授权', 'No right at this door']
    case 'failed':
      return (
        known ?? [data.exception?.message || '设备没有接受', data.exception?.message || 'The device did not accept it']
      )
    case 'waiting':
      return ['设备离线，上线后先撤权、再下发', 'The device is offline; revocations go first when it is back']
    case 'sending':
    case 'queued':
      return PENDING
    case 'removing':
      return data.reason === 'offline'
        ? [
            '权限已撤销，设备离线，上线后最先删除',
            'Revoked; the device is offline and removes it first when it is back',
          ]
        : ['权限已撤销，等待设备确认删除', 'Revoked; waiting for the device to confirm it']
    case 'noPortrait':
      return [
        '没有可用的人脸照片，设备上没有此人；补照片后自动下发',
        'No usable portrait, so not on the device; it is sent when there is one',
      ]
    case 'noCard':
      return [
        '没有登记卡号，设备上没有此人；登记后自动下发',
        'No card, so not on the device; it is sent when there is one',
      ]
    case 'over':
      return data.reason === 'person'
        ? ['人员有效期已过，不在设备上', 'The validity of this person is over; not on the device']
        : data.reason === 'outside'
          ? [
              '此门的授权不在人员有效期内，设备不放行',
              "The right at this door lies outside the person's validity; the device does not open for it",
            ]
          : ['此门的授权已过期，设备不再放行', 'The right at this door has expired; the device does not open for it']
    case 'barred':
      return ['人员已停用或在黑名单中，不在设备上', 'Paused or blocked; not on the device']
    case 'asks':
      return [
        `设备不保存名单，每次通行都由平台判断；${now[0]}`,
        `The device stores no list: the platform decides each passage; ${now[1]}`,
      ]
    case 'notKept':
      return data.reason === 'otherDoors'
        ? [
            '此设备只能保存一套时段，现在保存的是其他门的；轮到此门时自动更新',
            'This device stores one time plan, currently that of other doors; it is updated when this door is due',
          ]
        : [
            '此类设备不保存人员，此权限不由设备执行',
            'Devices of this class store no people; it does not enforce the right',
          ]
    case 'clockOff':
      return [
        `已在设备上，但设备时钟偏差 ${offsetWords(data.clockOffsetS)[0]}，有效期和时段可能判断错误；请校时`,
        `On the device, whose clock is off by ${offsetWords(data.clockOffsetS)[1]}: periods and hours may be judged wrongly; set its clock`,
      ]
    case 'notYet':
      return [`已在设备上，未到有效期；${now[0]}`, `On the device, not valid yet; ${now[1]}`]
    case 'partly':
      return [
        `此设备只能保存一套时段，已保存当前生效的，变化时自动更新；${now[0]}`,
        `This device stores one time plan: it has the current one, and is updated at the next change; ${now[1]}`,
      ]
    default:
      return refusal
        ? [`已在设备上；${now[0]}`, `On the device; ${now[1]}`]
        : [`已在设备上，${now[0]}`, `On the device, ${now[1]}`]
  }
}

function offsetWords(seconds: number | null): Text {
  const s = Math.abs(seconds ?? 0)
  const [n, zh, en] = s >= 7200 ? [s / 3600, '小时', 'h'] : s >= 120 ? [s / 60, '分钟', 'min'] : [s, '秒', 's']
  return [`${Math.round(n)} ${zh}`, `${Math.round(n)} ${en}`]
}
