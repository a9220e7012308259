/** An alarm is announced: a notice that leads to it and, if the account wants it, a sound. */
import { navigate } from '#console/kit/navigation.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import { alarmHref } from './alarmHref.ts'
import { largeScreens } from './largeScreens.ts'
import type { OpenAlarm } from './openAlarms.ts'

let audio: AudioContext | undefined

/** Two tones, three times when somebody is called. Browsers keep silent until the page has been used once. */
function beep(times: number): void {
  try {
    audio ??= new AudioContext()
    if (audio.state === 'suspended') void audio.resume()
    for (let nth = 0; nth < times * 2; nth += 1) {
      const [tone, gain] = [audio.createOscillator(), audio.createGain()]
      const at = audio.currentTime + Math.floor(nth / 2) * 0.7 + (nth % 2) * 0.18
      tone.frequency.value = nth % 2 ? 660 : 880
      gain.gain.setValueAtTime(0.0001, at)
      gain.gain.exponentialRampToValueAtTime(0.25, at + 0.02)
      gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.16)
      tone.connect(gain).connect(audio.destination)
      tone.start(at)
      tone.stop(at + 0.17)
    }
  } catch {
    /* a browser without sound shows it all the same */
  }
}

/** `insist`: an escalation calls the account about it. */
export function announceAlarm(alarm: OpenAlarm, { insist, sound }: { insist: boolean; sound: boolean }): void {
  if (sound) beep(insist ? 3 : 1)
  // A large screen shows the alarm itself; an escalation that calls this account is shown over it.
  if (largeScreens.open && !insist) return
  const [zh, en] = insist
    ? ['请处理告警', 'You are called']
    : alarm.repeats > 1
      ? ['再次告警', 'Alarm again']
      : ['新告警', 'New alarm']
  const what = [alarm.name, alarm.deviceName, alarm.siteName].filter(Boolean).join(' · ')
  toast.error([`${zh}：${what}`, `${en}: ${what}`], {
    label: ['查看', 'Open'],
    onPress: () => navigate(alarmHref(alarm)),
  })
}
