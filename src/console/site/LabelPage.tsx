/** 设备二维码页: the page of a scanned device label: the device, its state, opening for users with the permission, and the report of a fault. */
import { useCallback, useEffect, useState } from 'react'
import { CircleCheck, Phone } from 'lucide-react'
import { agoText } from '#base/ago.ts'
import type { Text } from '#base/text.ts'
import { goTo, loginPath, publicPage } from '#console/app/place.ts'
import { rememberTarget } from '#console/app/target.ts'
import { get, RequestError } from '#console/data/request.ts'
import { hasSession } from '#console/data/session.ts'
import { Button } from '#console/kit/Button.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { DevicePicture } from '#console/site/DevicePicture.tsx'
import { OpenDoor, type ScannedDevice } from '#console/site/OpenDoor.tsx'
import { ReportFault } from '#console/site/ReportFault.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'
import './LabelPage.css'

interface Labelled {
  name: string
  icon: string | null
  className: Text
  modelName: string
  sn: string
  place: string | null
  company: string
  online: boolean
  lastSeenAt: string | null
  /** The server's time of this answer, because the clock of a phone may be wrong. */
  asOf: string
  openable: boolean
  openTickets: number
  lastRepaired: boolean
  servicePhone: string | null
  faultTypes: { value: number; label: Text }[]
  device: ScannedDevice | null
}
const LOOK_MS = 10_000

/** The label is unknown, or the page could not be loaded and is tried again. */
type Problem = { unknown: boolean; words: Words }
const problemOf = (error: unknown): Problem => ({
  unknown: error instanceof RequestError && error.status === 404,
  words: (error instanceof RequestError && error.message) || ['暂时打不开', 'The page cannot be loaded right now'],
})

/** The current device, fetched every ten seconds while the page is visible. Once it is shown, failed requests are ignored. */
const useLabelled = (code: string): { device?: Labelled; problem?: Problem; look: () => void } => {
  const [device, setDevice] = useState<Labelled>()
  const [problem, setProblem] = useState<Problem>()
  const look = useCallback(
    () =>
      get<Labelled>(`/api/device/label/${encodeURIComponent(code)}`, undefined, { quiet: true }).then(
        found => {
          setDevice(found)
          setProblem(undefined)
        },
        (error: unknown) => setProblem(problemOf(error)),
      ),
    [code],
  )
  useEffect(() => {
    void look()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [look])
  return { ...(device ? { device } : problem ? { problem } : {}), look: () => void look() }
}

const Head = ({ device }: { device: Labelled }) => {
  const translate = useTranslate()
  const [zh, en] = device.lastSeenAt ? agoText(device.lastSeenAt, Date.parse(device.asOf)) : ['', '']
  return (
    <header className="site-device">
      <DevicePicture icon={device.icon} online={device.online} />
      <div>
        <Pill tone={device.online ? 'ok' : 'off'}>{device.online ? ['在线', 'Online'] : ['离线', 'Offline']}</Pill>
        <h1>{device.name}</h1>
        <p>{[translate(device.className), device.place].filter(Boolean).join(' · ')}</p>
        <small>
          {translate(device.lastSeenAt ? [`${zh}有心跳`, `Heartbeat: ${en}`] : ['还没有连接过', 'Never connected'])}
          <span className="mono">{device.sn}</span>
        </small>
      </div>
    </header>
  )
}

/** Shown to users who may not open the door or are not signed in; nothing for devices that cannot be opened. */
const NotOpening = ({ device, onSignIn }: { device: Labelled; onSignIn: () => void }) => {
  const translate = useTranslate()
  if (!device.openable) return null
  if (!hasSession())
    return (
      <Button variant="primary" size="large" wide onPress={onSignIn}>
        {translate(['登录后开门', 'Sign in to open'])}
      </Button>
    )
  return (
    <Notice tone="info">
      {translate(
        device.device
          ? [
              `${device.device.userName}，您还没有远程开门的权限，请联系管理员`,
              `${device.device.userName}, you do not have permission to open it remotely; ask an administrator`,
            ]
          : ['当前账号不能操作这台设备', 'Your account has no access to this device'],
      )}
    </Notice>
  )
}

const Report = ({ code, device, look }: { code: string; device: Labelled; look: () => void }) => {
  const translate = useTranslate()
  const [reported, setReported] = useState<string>()
  const { openTickets, lastRepaired } = device
  return (
    <section className="site-card" aria-labelledby="report">
      <div className="site-card-head">
        <h2 id="report">{translate(['报修', 'Report a fault'])}</h2>
        {openTickets > 0 ? (
          <span>{translate([`${openTickets} 张工单处理中`, `Tickets in progress: ${openTickets}`])}</span>
        ) : (
          lastRepaired && <span data-tone="ok">{translate(['上次报修已修好', 'Last report: repaired'])}</span>
        )}
      </div>
      {reported ? (
        <p className="site-reported" role="status">
          <Icon of={CircleCheck} size={20} />{' '}
          {translate([`已受理，工单 ${reported}`, `Report received, ticket ${reported}`])}
        </p>
      ) : (
        <ReportFault
          code={code}
          faultTypes={device.faultTypes}
          onDone={no => {
            setReported(no)
            look()
          }}
        />
      )}
    </section>
  )
}

export default function LabelPage({ path, platform, onCompany }: SitePageProps) {
  const translate = useTranslate()
  const code = publicPage(path)
  const { device, problem, look } = useLabelled(code)
  const company = device?.company
  useEffect(() => {
    if (company) onCompany(company)
  }, [company, onCompany])
  if (problem)
    return (
      <section className="site-narrow site-done">
        <h1>{translate(problem.words)}</h1>
        <p role="status">
          {translate(
            problem.unknown
              ? [
                  '标签可能已停用，或设备已更换。',
                  'The label may no longer be in use, or the device may have been replaced.',
                ]
              : ['请检查网络，页面会自动重试。', 'Check the network; the page tries again by itself.'],
          )}
        </p>
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
  const scanned = device.device
  const opens = scanned?.opens
  return (
    <div className="site-narrow site-label">
      <Head device={device} />
      {scanned && opens ? (
        <OpenDoor device={scanned} opens={opens} online={device.online} asOf={device.asOf} onOpened={look} />
      ) : (
        <NotOpening
          device={device}
          onSignIn={() => {
            rememberTarget(path)
            goTo(loginPath(platform))
          }}
        />
      )}
      <Report code={code} device={device} look={look} />
      {device.servicePhone && (
        <a className="site-card site-call" href={`tel:${device.servicePhone.replace(/[^\d+]/g, '')}`}>
          <span aria-hidden="true">
            <Icon of={Phone} size={20} />
          </span>
          <b>{translate(['服务电话', 'Service phone'])}</b>
          <span className="site-number">{device.servicePhone}</span>
        </a>
      )}
    </div>
  )
}
