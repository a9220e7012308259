/** Opening from the label, for who may: one door, its reason, and the device's own word on it. */
import { useEffect, useState } from 'react'
import { get, post, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'

interface Door {
  id: string
  deviceId: string
  name: string | null
  no: number
}
interface Command {
  state: number
  message: string | null
}
const DONE = 3
const LOOK_MS = 400
/** A device whose label was scanned, with the command of its class that lets somebody through. */
export interface OpenedDevice {
  id: string
  appId: string
  opens: { command: string; kind: string | null } | null
}

export const OpenDoor = ({ device }: { device: OpenedDevice }) => {
  const translate = useTranslate()
  const [doors, setDoors] = useState<readonly Door[]>()
  const [said, setSaid] = useState<{ tone: 'ok' | 'bad' | 'info'; words: Words }>()
  const [busy, setBusy] = useState(false)
  const way = device.opens
  useEffect(() => {
    let gone = false
    get<{ records: Door[] }>('/api/device/door/page', { appId: device.appId, size: 100 }, { quiet: true }).then(
      page => !gone && setDoors(page.records.filter(door => door.deviceId === device.id)),
      () => !gone && setDoors([]),
    )
    return () => {
      gone = true
    }
  }, [device])
  const open = async (door: Door | undefined): Promise<void> => {
    if (!way || busy) return
    setBusy(true)
    setSaid({ tone: 'info', words: ['已下发，等待设备确认', 'Sent; waiting for the device'] })
    try {
      const { id } = await post<{ id: string }>(
        `/api/device/control/send?appId=${device.appId}`,
        {
          deviceId: device.id,
          identifier: way.command,
          reason: '扫码开门',
          ...(door && way.kind ? { component: `${way.kind}:${door.no}` } : {}),
        },
        { quiet: true },
      )
      for (;;) {
        await new Promise(resolve => setTimeout(resolve, LOOK_MS))
        const command = await get<Command>(`/api/device/control/${id}`, { appId: device.appId }, { quiet: true })
        if (command.state < DONE) continue
        setSaid(
          command.state === DONE
            ? { tone: 'ok', words: ['设备已确认：已打开', 'Open: the device confirms it'] }
            : { tone: 'bad', words: command.message ?? ['没有打开', 'It did not open'] },
        )
        return
      }
    } catch (error) {
      setSaid({
        tone: 'bad',
        words: (error instanceof RequestError && error.message) || ['没有打开', 'It did not open'],
      })
    } finally {
      setBusy(false)
    }
  }
  if (!way)
    return (
      <Notice tone="info">{translate(['这类设备不能从这里打开', 'This kind of device is not opened here'])}</Notice>
    )
  const choices: readonly (Door | undefined)[] = doors?.length ? doors : [undefined]
  return (
    <div className="site-acts" aria-live="polite">
      {doors &&
        choices.map(door => (
          <Button
            key={door?.id ?? 'one'}
            variant="primary"
            size="large"
            wide
            busy={busy}
            onPress={() => void open(door)}
          >
            {door
              ? translate([`打开${door.name ?? `${door.no} 号门`}`, `Open ${door.name ?? `door ${door.no}`}`])
              : translate(['打开', 'Open'])}
          </Button>
        ))}
      {said && <Notice tone={said.tone}>{translate(said.words)}</Notice>}
    </div>
  )
}
