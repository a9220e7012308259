/** The colour of an alarm by its state and level, and the words of its states. */
import type { Text } from '#base/text.ts'
import type { Tone } from '#console/kit/Pill.tsx'
import { deviceAlarm } from '../../alarm/deviceAlarm.noun.ts'

const TONES: readonly Tone[] = ['bad', 'warn', 'busy', 'ok', 'off']
/** By their value. */
export const ALARM_STATES: readonly { tone: Tone; word: Text }[] = Object.values(deviceAlarm.states.state.states).map(
  ([wire, zh, en]) => ({ tone: TONES[wire]!, word: [zh, en] }),
)
/** One that the device has cleared is less pressing than one that lasts. */
export const alarmTone = ({ state, clearedAt }: { state: number; clearedAt: string | null }): Tone =>
  state === 0 && clearedAt ? 'warn' : ALARM_STATES[state]!.tone
