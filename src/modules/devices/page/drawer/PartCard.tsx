/** One part of a device: its state, its commands, and the progress of the last one, in one place. */
import { DEVICE_DISABLED, DEVICE_OFFLINE } from '#base/deviceTexts.ts'
import { useState } from 'react'
import type { Text } from '#base/text.ts'
import { showClock } from '#base/time.ts'
import { notCarried } from '#devices/fields/carried.ts'
import type { DeviceClass } from '#model/device.ts'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { X } from 'lucide-react'
import { shortInstant } from '#base/ago.ts'
import { dayOf } from '#base/time.ts'
import { actsFor, isAtOnce, isUpkeep, type Act } from '../command/classCommands.ts'
import { CommandSteps, isEnded } from '../command/CommandSteps.tsx'
import { CommandTray } from '../command/CommandTray.tsx'
import type { DeviceRow } from '../DeviceRow.ts'
import { lookOf } from '../partState.ts'
import { StateGlyph } from '../StateGlyph.tsx'
import { useCommand } from '../command/useCommand.ts'
import './PartCard.css'

export type PartCardProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
  /** '' is the device itself. */ component: string
  no?: number
  name: Text
  now: number
}

export const PartCard = ({ appId, deviceClass, row, component, no, name, now }: PartCardProps) => {
  const translate = useTranslate()
  const [open, setOpen] = useState<string>()
  const { command, problem, busy, give, clear } = useCommand(appId, row.id, component)
  const look = lookOf(deviceClass, row, component, now)
  const state = row.shadow[component]
  const acts = actsFor(deviceClass, component.split(':')[0] || undefined, row.online ? state : undefined).filter(
    act => !isUpkeep(act) && !act.inForce && !notCarried(row.protocol, act.identifier),
  )
  const asked = acts.find(act => act.id === open)
  const running = command !== undefined && !isEnded(command)
  const stated =
    state?.statedAt && (dayOf(state.statedAt) === dayOf(now) ? showClock(state.statedAt) : shortInstant(state.statedAt))
  const facts = [
    translate(look.word),
    look.fact && translate(look.fact),
    stated &&
      translate(
        row.online ? [`${stated} 报告`, `stated ${stated}`] : [`${stated} 之后未知`, `unknown since ${stated}`],
      ),
  ]
    .filter(Boolean)
    .join(' · ')
  const why: Text | null = !row.online ? DEVICE_OFFLINE : !row.enabled ? DEVICE_DISABLED : null
  const mayForce = (act: Act): boolean => act.forcible && can('command:force')
  const press = (act: Act): void => {
    // The result of the last command has been read when another is begun.
    clear()
    if (isAtOnce(act)) void give({ act, params: act.params, reason: null, forced: false }).catch(() => {})
    else setOpen(open === act.id ? undefined : act.id)
  }
  return (
    <section className="part-card" data-open={asked || command ? '' : undefined} aria-label={translate(name)}>
      <div className="part-card-head">
        <StateGlyph
          glyph={look.glyph}
          tone={look.tone}
          closed={look.closed}
          leaves={look.leaves}
          moving={look.moving}
          blocked={look.blocked}
          size={28}
        />
        <div className="part-card-words">
          <b>
            {no !== undefined && <span className="third">{no} </span>}
            {translate(name)}
          </b>
          <small className="ellipsis" data-tone={look.tone}>
            {facts}
          </small>
        </div>
        {can('command:send') && acts.length > 0 && (
          <div className="part-card-acts">
            {acts.map(act => (
              <Button
                key={act.id}
                size="small"
                disabled={why !== null || running || (act.never !== null && !mayForce(act))}
                pressed={open === act.id}
                aria-expanded={open === act.id}
                data-tip={why ? translate(why) : act.never ? translate(act.never) : ''}
                onPress={() => press(act)}
              >
                {translate(act.label)}
              </Button>
            ))}
          </div>
        )}
      </div>
      {asked && !running && (
        <div className="part-card-tray">
          <CommandTray
            key={asked.id}
            act={asked}
            busy={busy}
            problem={problem}
            onClose={() => {
              setOpen(undefined)
              clear()
            }}
            onSend={order =>
              void give(order).then(
                () => setOpen(undefined),
                () => {},
              )
            }
          />
        </div>
      )}
      {!asked && problem !== undefined && (
        <div className="part-card-tray">
          <p className="tray-problem" role="alert">
            {translate(problem)}
          </p>
        </div>
      )}
      {command && !asked && (
        <div className="part-card-tray" data-steps="">
          <CommandSteps command={command} deviceClass={deviceClass} />
          {isEnded(command) && (
            <span className="part-card-close">
              <IconButton icon={X} size="tiny" label={['收起', 'Put away']} onPress={clear} />
            </span>
          )}
        </div>
      )}
    </section>
  )
}
