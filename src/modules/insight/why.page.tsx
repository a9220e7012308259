/** The whole story of a passage, an event or a command, in order, with possible actions. */
import { COULD_NOT_LOAD } from '#base/texts.ts'
import { counted } from '#base/counted.ts'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react'
import type { Text } from '#base/text.ts'
import { showInstant } from '#base/time.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import type { DeviceClass } from '#model/device.ts'
import { partWords } from '#model/keyWords.ts'
import { failureWords } from '#console/crud/list/listState.ts'
import { StoredPicture } from '#console/crud/row/StoredPicture.tsx'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { useClasses } from '#console/data/registry.ts'
import { get, RequestError } from '#console/data/request.ts'
import { Copyable } from '#console/kit/Copyable.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { PhotoPair } from '#console/kit/picture/PhotoPair.tsx'
import { Technical } from '#console/kit/layout/Technical.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { eventContent } from '#modules/devices/page/eventWords.ts'
import { Help } from './page/Help.tsx'
import { Neighbours } from './page/Neighbours.tsx'
import { StorySteps } from './page/StorySteps.tsx'
import { took, type Story } from './page/story.ts'
import './page/why.css'

const ICONS = { ok: ShieldCheck, bad: ShieldX, warn: ShieldAlert } as const

/** The record that each kind of story is about. */
const KINDS: Readonly<Record<string, Text>> = {
  passage: ['通行记录', 'passages'],
  event: ['事件记录', 'events'],
  capture: ['抓拍记录', 'captures'],
  command: ['指令', 'commands'],
}

export const Why = ({ params }: PageProps) => {
  const translate = useTranslate()
  const { kind, id, appId } = params
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/insight/story', kind, id],
    queryFn: ({ signal }) => get<Story>('/api/insight/story', { kind, id, appId }, { signal, quiet: true }),
    refetchInterval: 5000,
  })
  if (error && !data) {
    const status = error instanceof RequestError ? error.status : undefined
    const closed = status === 403
    return (
      <ErrorState
        title={
          closed
            ? ['您没有查看这条记录的权限', 'You may not read this record']
            : status === 404
              ? ['找不到这条记录', 'This record is not there']
              : COULD_NOT_LOAD
        }
        note={
          closed
            ? [
                `请联系管理员授予「${translate(KINDS[kind ?? ''] ?? '')}」的查看权限，然后重新打开此链接`,
                `Ask your administrator for the right to read ${translate(KINDS[kind ?? ''] ?? '')}, then open this link again`,
              ]
            : status === 404
              ? [
                  '可能已超过保存期限而被清理，或链接不完整',
                  'It may have been removed at the end of its retention period, or the link is incomplete',
                ]
              : failureWords(error)
        }
        onRetry={status === 404 ? undefined : () => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton lines={10} />
  return <Verdict story={data} appId={appId} />
}

const PICTURE: Text = ['图片', 'Picture']
/** What the pictures of a class show, by the names of their parameters. */
const pictureLabels = ({ events, outputs }: DeviceClass): Readonly<Record<string, Text>> =>
  Object.fromEntries(
    [...Object.values(events).map(({ fields }) => fields), outputs].flatMap(fields =>
      Object.entries(fields).flatMap(([name, field]) =>
        field.kind === 'text' && field.picture ? [[name, field.label] as const] : [],
      ),
    ),
  )

const Verdict = ({ story, appId }: { story: Story; appId: string | undefined }) => {
  const translate = useTranslate()
  const { subject } = story
  const deviceClass = useClasses().get(subject.deviceClass ?? '')
  const part = deviceClass && partWords(deviceClass, subject.component ?? '')
  const content =
    deviceClass && subject.identifier
      ? eventContent(
          deviceClass,
          { identifier: subject.identifier, params: subject.params ?? null },
          translate,
        ).replaceAll(' · ', '\u00a0· ')
      : ''
  const labels = deviceClass ? pictureLabels(deviceClass) : {}
  const door = part ? ` · ${translate(part)}` : ''
  return (
    <>
      <header className="why-verdict">
        <i data-tone={story.tone}>
          <Icon of={ICONS[story.tone]} size={28} />
        </i>
        <div>
          <h1>{translate(story.verdict)}</h1>
          <p>
            {subject.personName && (
              <>
                <b>{subject.personName}</b> {subject.orgName} ·{' '}
              </>
            )}
            <b>{subject.deviceName}</b>
            {door} · {showInstant(subject.time)}
            {content && (
              <>
                {'\u00a0· '}
                {content}
              </>
            )}
            {subject.tookMs !== null && subject.tookMs !== undefined && (
              <>
                {/* A line may end with the separator and never begins with it. */}
                {'\u00a0· '}
                {translate(['用时 ', 'took '])}
                <b>{took(subject.tookMs)}</b>
              </>
            )}
          </p>
        </div>
        <Neighbours story={story} appId={appId} />
      </header>
      <div className="why">
        <Card
          title={['经过', 'What happened']}
          note={translate([`${story.steps.length} 步`, counted(story.steps.length, 'step')])}
          flush
        >
          <StorySteps steps={story.steps} />
        </Card>
        <Stack gap={20}>
          {(subject.photoFile || subject.portraitFile) && <Faces story={story} />}
          {subject.pictures && subject.pictures.length > 0 && (
            <Card title={['图片', 'Pictures']}>
              <span className="crud-pictures">
                {subject.pictures.map(({ name, file }) => (
                  <StoredPicture key={file} id={file} label={translate(labels[name] ?? PICTURE)} />
                ))}
              </span>
            </Card>
          )}
          <Help story={story} appId={appId ?? ''} />
          <Technical>
            <Copyable label={['复制编号', 'Copy its number']}>{subject.id}</Copyable>
          </Technical>
        </Stack>
      </div>
    </>
  )
}

const Faces = ({ story: { subject } }: { story: Story }) => {
  const translate = useTranslate()
  const [photo, portrait] = [usePictureUrl(subject.photoFile), usePictureUrl(subject.portraitFile)]
  return (
    <Card>
      <PhotoPair
        label={['照片对比', 'Compare pictures']}
        photos={[
          { label: ['现场照', 'At the door'], src: photo },
          { label: ['底库照', 'Enrolled'], src: portrait },
        ]}
      >
        {subject.score !== null && subject.score !== undefined && (
          <span className="why-score">
            <small>{translate(['相似度', 'Score'])}</small> {subject.score}
          </span>
        )}
      </PhotoPair>
    </Card>
  )
}
