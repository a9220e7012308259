/** The colour of an alarm by its state and level, and the words of its states. */
import type { Text } from '#base/text.ts'
import type { Tone } from '#console/kit/Pill.tsx'
import { deviceAlarm } from '../../alarm/deviceAlarm.noun.ts'

const TONES: readonly Tone[] = ['bad', 'warn', 'busy', 'ok', 'off']
/** By their value. */
const ALARM_STATES: readonly { tone: Tone; word: Text }[] = Object.values(deviceAlarm.states.state.states).map(
  ([wire, zh, en]) => ({ tone: TONES[wire]!, word: [zh, en] }),
)
/** One that the device has cleared is less pressing than one that lasts, and still waits for somebody. */
const CLEARED: { tone: Tone; word: Text } = { tone: 'warn', word: ['已恢复，待确认', 'Over, not acknowledged'] }

export const alarmState = ({
  state,
  clearedAt,
}: {
  state: number
  clearedAt: string | null
}): { tone: Tone; word: Text } => (state === 0 && clearedAt ? CLEARED : ALARM_STATES[state]!)
