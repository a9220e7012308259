/** The state of an alarm, and whether the device still reports it. */
import { Pill } from '#console/kit/Pill.tsx'
import { alarmState } from './alarmState.ts'

export const AlarmState = ({ alarm }: { alarm: { state: number; clearedAt: string | null } }) => {
  const { tone, word } = alarmState(alarm)
  return <Pill tone={tone}>{word}</Pill>
}
