/** Why: from a passage, an event or a command, the whole story in order, and what would help. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { partWords } from '#model/keyWords.ts'
import { can } from '#console/data/me.ts'
import { usePictureUrl } from '#console/data/Picture.tsx'
import { useClasses } from '#console/data/registry.ts'
import { get, post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useSay } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { StorySteps } from './page/StorySteps.tsx'
import { took, type Story } from './page/story.ts'
import './page/why.css'

const ICONS = { ok: ShieldCheck, bad: ShieldX, warn: ShieldAlert } as const

export const Why = ({ params }: PageProps) => {
  const { kind, id, appId } = params
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/insight/story', kind, id],
    queryFn: ({ signal }) => get<Story>('/api/insight/story', { kind, id, appId }, { signal, quiet: true }),
    refetchInterval: 5000,
  })
  if (error && !data)
    return (
      <ErrorState
        title={['找不到这条记录', 'This record is not there']}
        note={error.message}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton lines={10} />
  return <Told story={data} appId={appId} />
}

const Told = ({ story, appId }: { story: Story; appId: string | undefined }) => {
  const say = useSay()
  const { subject } = story
  const deviceClass = useClasses().get(subject.deviceClass ?? '')
  const part = deviceClass && partWords(deviceClass, subject.component ?? '')
  const door = part ? ` · ${say(part)}` : ''
  return (
    <>
      <header className="why-verdict">
        <i data-tone={story.tone}>
          <Icon of={ICONS[story.tone]} size={28} />
        </i>
        <div>
          <h1>{say(story.verdict)}</h1>
          <p>
            {subject.personName && (
              <>
                <b>{subject.personName}</b> {subject.orgName} ·{' '}
              </>
            )}
            <b>{subject.deviceName}</b>
            {door} · {showInstant(subject.time)}
            {subject.tookMs !== null && subject.tookMs !== undefined && (
              <>
                {' '}
                · {say(['用时 ', 'took '])}
                <b>{took(subject.tookMs)}</b>
              </>
            )}
          </p>
        </div>
      </header>
      <div className="why">
        <Card
          title={['经过', 'What happened']}
          note={say([
            `${story.steps.length} 步 · 编号 ${subject.id}`,
            `${story.steps.length} steps · no. ${subject.id}`,
          ])}
          flush
        >
          <StorySteps steps={story.steps} />
        </Card>
        <Stack gap={20}>
          {subject.kind === 'passage' && <Faces story={story} />}
          <Help story={story} appId={appId} />
        </Stack>
      </div>
    </>
  )
}

const Faces = ({ story: { subject } }: { story: Story }) => {
  const say = useSay()
  const [photo, portrait] = [usePictureUrl(subject.photoFile), usePictureUrl(subject.portraitFile)]
  const face = (url: string | undefined, caption: string) => (
    <figure>
      {url ? <img src={url} alt={caption} /> : <span className="why-noface">{say(['没有照片', 'No picture'])}</span>}
      <figcaption>{caption}</figcaption>
    </figure>
  )
  return (
    <Card>
      <div className="why-faces">
        {face(photo, say(['现场照', 'At the door']))}
        {face(portrait, say(['底库照', 'Enrolled']))}
      </div>
      {subject.score !== null && subject.score !== undefined && (
        <DetailView items={[{ label: ['相似度', 'Score'], value: `${subject.score}` }]} />
      )}
    </Card>
  )
}

/** The fixes that would work, the likeliest first. */
const Help = ({ story: { subject }, appId }: { story: Story; appId: string | undefined }) => {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const opens = useClasses().get(subject.deviceClass ?? '')?.opens
  const open = async (): Promise<void> => {
    if (!(await confirm({ message: [`为本次打开 ${subject.deviceName}？`, `Open ${subject.deviceName} this once?`] })))
      return
    setBusy(true)
    await post('/api/device/control/send', {
      deviceId: subject.deviceId,
      component: subject.component || undefined,
      identifier: opens,
      reason: say(['查看记录后开门', 'opened from the record']),
    }).then(
      () => toast.ok(['已下发，等待设备确认', 'Sent; waiting for the device']),
      () => {},
    )
    setBusy(false)
  }
  const refused = subject.kind === 'passage' && subject.result === 0
  const to =
    (path: string): (() => void) =>
    () =>
      navigate(path)
  return (
    <Card
      title={
        refused
          ? subject.personName
            ? [`怎样让${subject.personName}进来`, `How to let ${subject.personName} in`]
            : ['接下来可以做', 'What can be done']
          : ['相关', 'Related']
      }
    >
      <Stack gap={8}>
        {refused && subject.component && opens && can('command:send') && (
          <Button variant="primary" wide busy={busy} onPress={() => void open()}>
            {say(['只开一次门', 'Open once'])}
          </Button>
        )}
        {subject.personId && (
          <Button wide onPress={to(`/apply/customPerson/default/${appId}?row=${subject.personId}`)}>
            {say(['查看人员', 'Show the person'])}
          </Button>
        )}
        {refused && (
          <Button wide onPress={to(`/apply/authGroup/${appId}`)}>
            {say(['改权限组', 'Change the groups'])}
          </Button>
        )}
        <Button wide onPress={to(`/${subject.deviceClass}/equi/${appId}?row=${subject.deviceId}`)}>
          {say(['查看设备', 'Show the device'])}
        </Button>
      </Stack>
    </Card>
  )
}
