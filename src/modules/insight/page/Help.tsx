/** The actions after a story: the most suitable one is the primary button, opening once comes last. */
import { useState } from 'react'
import { DoorOpen, Wrench } from 'lucide-react'
import type { Text } from '#base/text.ts'
import { can } from '#console/data/me.ts'
import { useClasses } from '#console/data/registry.ts'
import { post } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import { offerOf, opensOnce, type Offer } from './mends.ts'
import type { Story } from './story.ts'
import './Help.css'

const MendDialog = lazy(async () => (await import('./MendDialog.tsx')).default)

const titleOf = ({ subject }: Story, refused: boolean): Text =>
  !refused
    ? ['相关', 'Related']
    : subject.personName
      ? [`怎样让${subject.personName}进来`, `How to let ${subject.personName} pass`]
      : ['接下来可以做', 'What can be done']

export const Help = ({ story, appId }: { story: Story; appId: string }) => {
  const translate = useTranslate()
  const { subject } = story
  const [mending, setMending] = useState(false)
  const refused = subject.kind === 'passage' && subject.result === 0
  const offer = refused ? offerOf(story, appId) : null
  const fits = offer && (!offer.act || can(offer.act.point)) ? offer : null
  return (
    <Card title={titleOf(story, refused)}>
      <Stack gap={12}>
        {fits && (
          <div className="why-mend">
            <span>
              <i aria-hidden="true">
                <Icon of={Wrench} size={16} />
              </i>
              <b>{translate(fits.title)}</b>
              <small>{translate(fits.note)}</small>
            </span>
            {fits.act && <Begin act={fits.act} onDialog={() => setMending(true)} />}
          </div>
        )}
        {refused && !story.mend && subject.personId && (
          <p className="second">
            {translate([
              '按现在的权限没有查到需要处理的地方',
              'By the rights of now nothing was found that would have to be changed',
            ])}
          </p>
        )}
        {subject.personId && can('person:list') && (
          <Button wide onPress={() => navigate(`/apply/customPerson/default/${appId}?row=${subject.personId}`)}>
            {translate(['查看人员', 'Show the person'])}
          </Button>
        )}
        {can('deviceBind:list') && (
          <Button wide onPress={() => navigate(`/${subject.deviceClass}/equi/${appId}?row=${subject.deviceId}`)}>
            {translate(['查看设备', 'Show the device'])}
          </Button>
        )}
        {refused && opensOnce(story) && <OpenOnce story={story} />}
      </Stack>
      {mending && fits && <MendDialog story={story} offer={fits} onClose={() => setMending(false)} />}
    </Card>
  )
}

const Begin = ({ act: { button, href }, onDialog }: { act: NonNullable<Offer['act']>; onDialog: () => void }) => (
  <Button variant="primary" onPress={() => (href ? navigate(href) : onDialog())}>
    {useTranslate()(button)}
  </Button>
)

/** Changes no rights: the next attempt is refused again. */
const OpenOnce = ({ story: { subject } }: { story: Story }) => {
  const translate = useTranslate()
  const [busy, setBusy] = useState(false)
  const opens = useClasses().get(subject.deviceClass)?.opens
  if (!opens || !can('command:send')) return null
  const open = async (): Promise<void> => {
    if (!(await confirm({ message: [`为本次打开 ${subject.deviceName}？`, `Open ${subject.deviceName} this once?`] })))
      return
    setBusy(true)
    await post('/api/device/control/send', {
      deviceId: subject.deviceId,
      component: subject.component,
      identifier: opens,
      reason: translate(['查看记录后开门', 'opened from the record']),
    }).then(
      () => toast.ok(['已下发，等待设备确认', 'Sent; waiting for the device']),
      () => {},
    )
    setBusy(false)
  }
  return (
    <Button wide icon={DoorOpen} busy={busy} onPress={() => void open()}>
      {translate(['只开一次门（下次仍会拒绝）', 'Open once (refused next time)'])}
    </Button>
  )
}
