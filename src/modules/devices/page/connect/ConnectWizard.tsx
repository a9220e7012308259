/** Connects a new device: class and model, serial number and site, its secret, and waiting for its first message. */
import { CONNECT_A_DEVICE } from '#base/listTexts.ts'
import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { DeviceClass } from '#model/device.ts'
import { post, RequestError } from '#console/data/request.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Steps } from '#console/kit/layout/Steps.tsx'
import { isConnected } from './connectHops.ts'
import type { Credentials } from '#model/protocol.ts'
import { ConnectWait, useCheck } from './ConnectWait.tsx'
import { ClassChoice, ModelChoice, NameAndPlace, placeOf, type Problems, type Wish } from './ConnectWhat.tsx'
import { DEVICES } from '../deviceCache.ts'

// The guides of every protocol come with it, once there is something to connect with.
const ConnectSecret = lazy(async () => (await import('./ConnectSecret.tsx')).ConnectSecret)

export type ConnectWizardProps = {
  appId: string | undefined
  classes: readonly DeviceClass[]
  classKey: string | undefined
  onDone: (id: string, deviceClass: string) => void
  onCancel: () => void
  /** Called when there is a secret that must not be lost; again when the device has connected. */ onMade?: (
    id: string,
    connected: boolean,
  ) => void
}

/** Asks for confirmation, because a lost secret means starting over. */
export const confirmSecretSaved = (): Promise<boolean> =>
  confirm({
    message: [
      '设备还没有连上。密钥只显示这一次，确认已经保存？',
      'It has not connected yet. The secret is shown only once; have you saved it?',
    ],
    okLabel: ['已保存', 'I have it'],
  })

const SERIAL = /^[A-Za-z0-9_-]{1,64}$/

export const ConnectWizard = ({ appId, classes, classKey, onDone, onCancel, onMade }: ConnectWizardProps) => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const [wish, setWish] = useState<Wish>({
    classKey: classKey ?? classes[0]?.key ?? '',
    modelId: undefined,
    sn: '',
    name: '',
    siteId: undefined,
    locationId: undefined,
    position: '',
  })
  const [problems, setProblems] = useState<Problems>({})
  const [credentials, setCredentials] = useState<Credentials>()
  const [startedAt, setStartedAt] = useState(0)
  const check = useCheck(appId, credentials?.id)
  const deviceClass = classes.find(one => one.key === wish.classKey)
  const connected = isConnected(check)
  useEffect(() => {
    if (credentials) onMade?.(credentials.id, connected)
  }, [credentials, connected])
  const set = (change: Partial<Wish>): void => {
    setWish(before => ({
      ...before,
      ...change,
      ...(change.classKey && change.classKey !== before.classKey ? { modelId: undefined } : {}),
    }))
    setProblems(before => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
  }
  const chosen = (): boolean => {
    if (!wish.modelId) setProblems({ modelId: ['请选择型号', 'Choose a model'] })
    return Boolean(wish.modelId)
  }
  const make = async (): Promise<boolean> => {
    if (credentials) return true
    const wrong: Record<string, readonly [string, string]> = {
      ...(!wish.sn.trim()
        ? { sn: ['请输入序列号', 'Enter the serial number'] as const }
        : !SERIAL.test(wish.sn.trim())
          ? { sn: ['序列号只含字母、数字、- 和 _', 'Letters, digits, - and _ only'] as const }
          : {}),
      ...(!wish.name.trim() ? { name: ['请输入设备名称', 'Enter a name'] as const } : {}),
    }
    setProblems(wrong)
    if (Object.keys(wrong).length) return false
    try {
      const made = await post<Credentials>(
        `${DEVICES}/connect`,
        { sn: wish.sn.trim(), name: wish.name.trim(), modelId: wish.modelId, ...placeOf(wish), appId },
        { quiet: true },
      )
      setStartedAt(Date.now())
      setCredentials(made)
      void queries.invalidateQueries({ queryKey: [DEVICES] })
      return true
    } catch (error) {
      const refused = error instanceof RequestError ? error : undefined
      setProblems(
        refused?.fields.length
          ? Object.fromEntries(refused.fields.map(({ field, msg }) => [field, msg]))
          : { all: refused?.message || (['没有添加成功，请重试', 'It was not added. Please try again'] as const) },
      )
      return false
    }
  }
  const finish = async (): Promise<void> => {
    if (!credentials) return
    if (!connected && !(await confirmSecretSaved())) return
    onDone(credentials.id, wish.classKey)
  }
  return (
    <Steps
      label={CONNECT_A_DEVICE}
      onFinish={finish}
      {...(credentials ? {} : { onCancel })}
      steps={[
        {
          id: 'what',
          title: ['选择型号', 'Model'],
          validate: () => chosen(),
          content: (
            <fieldset className="connect-fields" disabled={Boolean(credentials)}>
              {classes.length > 1 && (
                <ClassChoice classes={classes} value={wish.classKey} onChange={key => set({ classKey: key })} />
              )}
              <ModelChoice wish={wish} set={set} problems={problems} />
            </fieldset>
          ),
        },
        {
          id: 'where',
          title: ['编号与位置', 'Serial and place'],
          validate: make,
          content: (
            <fieldset className="connect-fields" disabled={Boolean(credentials)}>
              <NameAndPlace appId={appId} wish={wish} set={set} problems={problems} />
              {problems.all && <Notice tone="bad">{translate(problems.all)}</Notice>}
            </fieldset>
          ),
        },
        {
          id: 'connect',
          title: ['连接设备', 'Connect'],
          content: credentials && deviceClass && (
            <div className="connect-split">
              <ConnectSecret credentials={credentials} deviceClass={deviceClass} />
              <ConnectWait check={check} startedAt={startedAt} />
            </div>
          ),
        },
      ]}
    />
  )
}
