/** 设备二维码页: what somebody gets who scans the label on a device: what it is, how it is, report a fault, open by permission. */
import { SERIAL_NUMBER } from '#base/credentialTexts.ts'
import { useEffect, useState } from 'react'
import { CircleCheck, DoorOpen, Wrench } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import { goTo, loginPath, publicPage } from '#console/app/place.ts'
import { rememberTarget } from '#console/app/target.ts'
import { get, RequestError } from '#console/data/request.ts'
import { hasSession } from '#console/data/session.ts'
import { Button } from '#console/kit/Button.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { OpenDoor, type OpenedDevice } from '#console/site/OpenDoor.tsx'
import { ReportFault } from '#console/site/ReportFault.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'
import './LabelPage.css'

export interface Labelled {
  name: string
  className: readonly [string, string]
  modelName: string
  sn: string
  place: string | null
  company: string
  online: boolean
  lastSeenAt: string | null
  openTickets: number
  faultTypes: { value: number; label: readonly [string, string] }[]
  device: OpenedDevice | null
}

export default function LabelPage({ path, platform }: SitePageProps) {
  const translate = useTranslate()
  const code = publicPage(path)
  const [device, setDevice] = useState<Labelled>()
  const [problem, setProblem] = useState<Words>()
  const [doing, setDoing] = useState<'report' | 'open'>()
  const [reported, setReported] = useState<string>()
  useEffect(() => {
    let gone = false
    get<Labelled>(`/api/device/label/${encodeURIComponent(code)}`, undefined, { quiet: true }).then(
      found => !gone && setDevice(found),
      (error: unknown) =>
        !gone &&
        setProblem((error instanceof RequestError && error.message) || ['暂时打不开', 'It cannot be shown now']),
    )
    return () => {
      gone = true
    }
  }, [code])
  if (problem)
    return (
      <section className="site-narrow site-done">
        <h1>{translate(problem)}</h1>
        <p>{translate(['标签可能已停用，或设备已更换。', 'The label may be void, or the device was replaced.'])}</p>
        <SiteLink to="/qrcode" look="plain">
          {translate(['输入标签码', 'Enter another code'])}
        </SiteLink>
      </section>
    )
  if (!device)
    return (
      <section className="site-narrow">
        <Skeleton lines={8} />
      </section>
    )
  const open = (): void => {
    if (device.device) setDoing('open')
    else {
      rememberTarget(path)
      goTo(loginPath(platform))
    }
  }
  return (
    <section className="site-narrow site-label">
      <header>
        <h1>{device.name}</h1>
        <p>{[translate(device.className), device.modelName].join(' · ')}</p>
      </header>
      <dl>
        <dt>{translate(['状态', 'State'])}</dt>
        <dd>
          <Pill variant="plain" tone={device.online ? 'ok' : 'off'}>
            {device.online ? ['在线', 'Online'] : ['离线', 'Offline']}
          </Pill>
          {!device.online && device.lastSeenAt && <small>{showInstant(device.lastSeenAt)}</small>}
        </dd>
        <dt>{translate(['位置', 'Place'])}</dt>
        <dd>{device.place ?? '—'}</dd>
        <dt>{translate(SERIAL_NUMBER)}</dt>
        <dd className="mono">{device.sn}</dd>
        <dt>{translate(['管理单位', 'Kept by'])}</dt>
        <dd>{device.company}</dd>
      </dl>
      {reported ? (
        <p className="site-reported" role="status">
          <Icon of={CircleCheck} size={20} />{' '}
          {translate([`已受理，工单 ${reported}`, `Taken down as ticket ${reported}`])}
        </p>
      ) : (
        device.openTickets > 0 && (
          <p className="site-note">
            {translate([
              `已有 ${device.openTickets} 张工单在处理`,
              `${device.openTickets} tickets are being worked on`,
            ])}
          </p>
        )
      )}
      {doing === 'report' && (
        <ReportFault
          code={code}
          faultTypes={device.faultTypes}
          onDone={no => {
            setReported(no)
            setDoing(undefined)
          }}
        />
      )}
      {doing === 'open' && device.device && <OpenDoor device={device.device} />}
      {!doing && (
        <div className="site-acts">
          {!reported && (
            <Button variant="primary" size="large" wide icon={Wrench} onPress={() => setDoing('report')}>
              {translate(['报修', 'Report a fault'])}
            </Button>
          )}
          {(device.device || !hasSession()) && (
            <Button size="large" wide icon={DoorOpen} onPress={open}>
              {translate(device.device ? ['开门', 'Open'] : ['开门（需登录）', 'Open (sign in first)'])}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
