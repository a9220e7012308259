/** Adds a device to the application: a new one with the wizard, or one in stock by its serial number. */
import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { can } from '#console/data/me.ts'
import { useClasses } from '#console/data/registry.ts'
import { post, RequestError } from '#console/data/request.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { confirmSecretSaved, ConnectWizard } from './ConnectWizard.tsx'
import { NameAndPlace, placeOf, type Problems, type Wish } from './ConnectWhat.tsx'
import { DEVICES } from '../deviceCache.ts'

type Way = 'connect' | 'bind'
export type ConnectDialogProps = {
  appId: string | undefined
  /** Classes of the application; undefined: every class. */
  allowed: readonly string[] | undefined
  classKey: string | undefined
  onClose: () => void
  onDone: (id: string, deviceClass: string) => void
}

export const ConnectDialog = ({ appId, allowed, classKey, onClose, onDone }: ConnectDialogProps) => {
  const classes = [...useClasses().values()].filter(one => !allowed || allowed.includes(one.key))
  const [connects, binds] = [can('deviceBind:connect'), can('deviceBind:bind')]
  const [way, setWay] = useState<Way>(connects ? 'connect' : 'bind')
  const [made, setMade] = useState<{ id: string; connected: boolean }>()
  const close = async (): Promise<void> => {
    if (!made) onClose()
    else if (made.connected || (await confirmSecretSaved())) onDone(made.id, classKey ?? '')
  }
  const switcher = connects && binds && !made && (
    <div className="connect-way">
      <Segmented<Way>
        label={['添加方式', 'How to add']}
        value={way}
        onChange={setWay}
        items={[
          { id: 'connect', label: ['接入新设备', 'A new device'] },
          { id: 'bind', label: ['绑定已入库设备', 'One in stock'] },
        ]}
      />
    </div>
  )
  if (way === 'bind')
    return <BindDialog appId={appId} switcher={switcher} onClose={onClose} onDone={id => onDone(id, classKey ?? '')} />
  return (
    <Dialog open onClose={() => void close()} title={['添加设备', 'Add a device']} width="large">
      {switcher}
      <ConnectWizard
        appId={appId}
        classes={classes}
        classKey={classKey}
        onCancel={onClose}
        onDone={onDone}
        onMade={(id, connected) => setMade({ id, connected })}
      />
    </Dialog>
  )
}

const BindDialog = ({
  appId,
  switcher,
  onClose,
  onDone,
}: {
  appId: string | undefined
  switcher: ReactNode
  onClose: () => void
  onDone: (id: string) => void
}) => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const [wish, setWish] = useState<Wish>({
    classKey: '',
    modelId: undefined,
    sn: '',
    name: '',
    siteId: undefined,
    locationId: undefined,
    position: '',
  })
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    if (!wish.sn.trim()) {
      setProblems({ sn: ['请输入序列号', 'Enter the serial number'] })
      return
    }
    setBusy(true)
    try {
      const id = await post<string>(
        `${DEVICES}/bind`,
        {
          sn: wish.sn.trim(),
          ...(wish.name.trim() ? { name: wish.name.trim() } : {}),
          ...placeOf(wish),
          ...(wish.position.trim() ? { position: wish.position.trim() } : {}),
          appId,
        },
        { quiet: true },
      )
      toast.ok(['已绑定', 'Bound'])
      void queries.invalidateQueries({ queryKey: [DEVICES] })
      onDone(id)
    } catch (error) {
      const refused = error instanceof RequestError ? error : undefined
      setProblems(
        refused?.fields.length
          ? Object.fromEntries(refused.fields.map(({ field, msg }) => [field, msg]))
          : { all: refused?.message || (['没有绑定成功，请重试', 'It was not bound. Please try again'] as const) },
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={['添加设备', 'Add a device']}
      width="large"
      onSubmit={() => void submit()}
      submitLabel={['绑定', 'Bind']}
      busy={busy}
      dirty={wish.sn !== ''}
    >
      {switcher}
      <NameAndPlace
        bind
        appId={appId}
        wish={wish}
        set={change => {
          setWish(before => ({ ...before, ...change }))
          setProblems({})
        }}
        problems={problems}
      />
      {problems.all && (
        <div className="connect-problem">
          <Notice tone="bad">{translate(problems.all)}</Notice>
        </div>
      )}
    </Dialog>
  )
}
