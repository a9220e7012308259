/** Opening a door on the page of a scanned label, for users with the permission: the choice of the door, the slider, and the reply of the device. */
import { useEffect, useRef, useState } from 'react'
import type { Text } from '#base/text.ts'
import { dayOf, showClock, showInstant } from '#base/time.ts'
import { get, post, RequestError } from '#console/data/request.ts'
import { Chips } from '#console/kit/input/Chips.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { SlideToOpen, type SlidePhase } from '#console/kit/input/SlideToOpen.tsx'

interface Command {
  state: number
  message: string | null
}
const DONE = 3
const LOOK_MS = 400
/** The time for which the success is shown before the slider can be used again. */
const SHOWN_MS = 4000

/** The details of a scanned device for users of its application. */
export interface ScannedDevice {
  id: string
  appId: string
  zone: string
  userName: string
  /** The command that lets a person pass; null if the user may not send it. */
  opens: {
    command: string
    label: readonly [string, string]
    kind: string | null
    parts: readonly { no: number; name: string | null }[]
  } | null
  lastOpenedAt: string | null
  /** Null if the user may not read passages. */
  passedToday: number | null
}
type Opens = NonNullable<ScannedDevice['opens']>
type Outcome = { tone: 'ok' | 'bad' | 'info'; words: Words }

const FAILED: Text = ['没有打开', 'Not opened']
const nameOf = ({ no, name }: Opens['parts'][number]): Words => name ?? [`${no} 号门`, `Door ${no}`]
const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Sends the command and waits for its end, which the server brings about even if the device stays silent. */
async function give(device: ScannedDevice, opens: Opens, no: number | undefined): Promise<Command> {
  const { appId, id: deviceId } = device
  const { id } = await post<{ id: string }>(
    `/api/device/control/send?appId=${appId}`,
    {
      deviceId,
      identifier: opens.command,
      reason: '扫码开门',
      ...(opens.kind && no !== undefined ? { component: `${opens.kind}:${no}` } : {}),
    },
    { quiet: true },
  )
  for (;;) {
    await sleep(LOOK_MS)
    const command = await get<Command>(`/api/device/control/${id}`, { appId }, { quiet: true })
    if (command.state >= DONE) return command
  }
}

/** A time in the zone of the application; the date is omitted if it is today. */
const whenText = (at: string, asOf: string, zone: string): Text => {
  const clock = showClock(at, zone).slice(0, 5)
  return dayOf(at, zone) === dayOf(asOf, zone)
    ? [`今天 ${clock}`, `today ${clock}`]
    : [showInstant(at, zone).slice(0, 16), showInstant(at, zone).slice(0, 16)]
}

export type OpenDoorProps = {
  device: ScannedDevice
  opens: Opens
  online: boolean
  asOf: string
  /** Called after an opening, so that the page fetches the latest passages. */
  onOpened: () => void
}

export const OpenDoor = ({ device, opens, online, asOf, onOpened }: OpenDoorProps) => {
  const translate = useTranslate()
  const [no, setNo] = useState(opens.parts[0]?.no)
  const [phase, setPhase] = useState<SlidePhase>('ready')
  const [outcome, setOutcome] = useState<Outcome>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const part = opens.parts.find(one => one.no === no)
  const [zh, en] = opens.label
  const act: Text = [zh, en.toLowerCase()]
  const open = async (): Promise<void> => {
    setPhase('busy')
    setOutcome({ tone: 'info', words: ['已下发，等待设备确认', 'Sent; waiting for the device'] })
    try {
      const command = await give(device, opens, no)
      if (command.state === DONE) {
        setOutcome({ tone: 'ok', words: ['设备已确认：已打开', 'Open: the device confirms it'] })
        setPhase('done')
        timer.current = setTimeout(() => setPhase('ready'), SHOWN_MS)
        onOpened()
        return
      }
      setOutcome({ tone: 'bad', words: command.message ?? FAILED })
    } catch (error) {
      setOutcome({ tone: 'bad', words: (error instanceof RequestError && error.message) || FAILED })
    }
    setPhase('ready')
  }
  const name = part && opens.parts.length > 1 ? nameOf(part) : undefined
  const slide: Record<SlidePhase, Words> = {
    ready: [`滑动${act[0]}`, `Slide to ${act[1]}`],
    busy: ['等待设备确认', 'Waiting for the device'],
    done: ['已打开', 'Open'],
    off: ['设备离线', 'Offline'],
  }
  const now: SlidePhase = phase === 'ready' && !online ? 'off' : phase
  return (
    <section className="site-card site-open" aria-label={translate(opens.label)}>
      <div className="site-who">
        <span aria-hidden="true">{[...device.userName][0]}</span>
        <p>
          <b>
            {translate([`${device.userName}，您可以在这里${act[0]}`, `${device.userName}, you may ${act[1]} here`])}
          </b>
          <small>{translate(['使用当前账号，每次都有记录', 'With your account; every use is recorded'])}</small>
        </p>
      </div>
      {opens.parts.length > 1 && (
        <Chips
          label={['门', 'Door']}
          size="large"
          items={opens.parts.map(one => ({ id: String(one.no), label: nameOf(one) }))}
          value={String(no)}
          onChange={id => phase === 'ready' && setNo(Number(id))}
        />
      )}
      <SlideToOpen
        label={name ? [`${act[0]}：${translate(name)}`, `${en}: ${translate(name)}`] : opens.label}
        words={slide[now]}
        phase={now}
        onOpen={() => void open()}
      />
      <div role="status">{outcome && <Notice tone={outcome.tone}>{translate(outcome.words)}</Notice>}</div>
      {(device.lastOpenedAt || device.passedToday !== null) && (
        <p className="site-facts">
          {device.lastOpenedAt && (
            <span>
              {((when: Text) => translate([`您上次${act[0]} ${when[0]}`, `Last used by you: ${when[1]}`]))(
                whenText(device.lastOpenedAt, asOf, device.zone),
              )}
            </span>
          )}
          {device.passedToday !== null && (
            <span>{translate([`今日通行 ${device.passedToday} 次`, `Passages today: ${device.passedToday}`])}</span>
          )}
        </p>
      )}
    </section>
  )
}
