/** One door for a guard: its state, and when unfolded the reason and the slider; what became of the opening stands in its row. */
import { lowered } from '#base/text.ts'
import { useEffect, useRef } from 'react'
import { CHOOSE_REASON, DEVICE_DISABLED, DEVICE_OFFLINE } from '#base/deviceTexts.ts'
import { Button } from '#console/kit/Button.tsx'
import { SlideToOpen, type SlidePhase } from '#console/kit/input/SlideToOpen.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { failureText, isEnded, msText, tookMs } from '#modules/devices/page/command/CommandSteps.tsx'
import { Confirmations, useConfirmations } from '#modules/devices/page/command/Confirmations.tsx'
import { ReasonInput, useReason } from '#modules/devices/page/command/ReasonInput.tsx'
import { useCommand } from '#modules/devices/page/command/useCommand.ts'
import { lookOf } from '#modules/devices/page/partState.ts'
import { StateGlyph } from '#modules/devices/page/StateGlyph.tsx'
import type { CommandRow } from '#modules/devices/page/DeviceRow.ts'
import type { OpenedPart } from './guardDoors.ts'

export type GuardDoorProps = {
  appId: string
  door: OpenedPart
  now: number
  /** Without a network nothing can be sent. */
  away: boolean
  may: boolean
  unfolded: boolean
  onUnfold: () => void
}
const DONE = 3
const WAITING: Words = ['等待设备确认', 'Waiting for the device']

/** The outcome of the last opening; undefined when there is none to show. */
const outcome = (
  [zh, en]: OpenedPart['act']['label'],
  command: CommandRow | undefined,
  problem: Words | undefined,
): { tone: 'ok' | 'bad' | 'info'; words: Words } | undefined => {
  if (problem) return { tone: 'bad', words: problem }
  if (!command) return undefined
  if (!isEnded(command)) return { tone: 'info', words: WAITING }
  if (command.state !== DONE) return { tone: 'bad', words: failureText(command) }
  const after = [msText(tookMs(command) ?? 0), command.reason].filter(Boolean).join(' · ')
  return { tone: 'ok', words: [`已${zh} · ${after}`, `${en}: done · ${after}`] }
}

export const GuardDoor = ({ appId, door, now, away, may, unfolded, onUnfold }: GuardDoorProps) => {
  const translate = useTranslate()
  const { row, deviceClass, component, name, act } = door
  const { command, problem, busy, give } = useCommand(appId, row.id, component)
  const reason = useReason()
  const confirmed = useConfirmations(act.command.confirm ? [act.command.confirm] : [])
  const box = useRef<HTMLDivElement>(null)
  // Without a network the state is as unknown as that of an offline device.
  const look = lookOf(deviceClass, away ? { ...row, online: false } : row, component, now)
  const done = command?.state === DONE
  // The next opening has a reason of its own; a failed one keeps what was chosen.
  useEffect(() => {
    if (!done) return
    reason.set({ id: undefined, words: '' })
    confirmed.clear()
  }, [done])
  useEffect(() => {
    if (unfolded) box.current?.scrollIntoView({ block: 'nearest' })
  }, [unfolded])
  const stop: Words | undefined = away
    ? ['网络已断开', 'You are offline']
    : !row.online
      ? DEVICE_OFFLINE
      : !row.enabled
        ? DEVICE_DISABLED
        : (act.never ?? undefined)
  const missing: Words | undefined = !reason.text
    ? CHOOSE_REASON
    : confirmed.all
      ? undefined
      : ['请先逐项确认', 'Confirm each line first']
  const running = busy || (command !== undefined && !isEnded(command))
  const phase: SlidePhase = running ? 'busy' : done ? 'done' : (stop ?? missing) ? 'off' : 'ready'
  const slide: Record<SlidePhase, Words> = {
    busy: WAITING,
    done: ['已打开', 'Open'],
    off: stop ?? missing ?? '',
    ready: [`滑动${act.label[0]}`, `Slide to ${lowered(act.label[1])}`],
  }
  const result = outcome(act.label, command, problem)
  const state = [translate(stop && (away || !row.online) ? stop : look.word), look.fact && translate(look.fact)]
  return (
    <div className="guard-door" ref={box} role="group" aria-label={translate(name)}>
      <div className="guard-door-head">
        <StateGlyph {...look} size={28} />
        <span className="guard-door-words">
          <b>{translate(name)}</b>
          <small role="status" className={result ? result.tone : undefined}>
            {result ? translate(result.words) : state.filter(Boolean).join(' · ')}
          </small>
        </span>
        {may && (
          <Button
            size="huge"
            disabled={stop !== undefined && !unfolded}
            aria-expanded={unfolded}
            pressed={unfolded}
            onPress={onUnfold}
          >
            {translate(act.label)}
          </Button>
        )}
      </div>
      {may && unfolded && (
        <div className="guard-door-act">
          <ReasonInput reason={reason} size="large" />
          <Confirmations confirmed={confirmed} />
          <SlideToOpen
            label={[`${act.label[0]}：${name[0]}`, `${act.label[1]}: ${name[1]}`]}
            words={slide[phase]}
            phase={phase}
            onOpen={() =>
              void give({ act, params: act.params, reason: reason.text, forced: false }).catch(() => undefined)
            }
          />
        </div>
      )}
    </div>
  )
}
