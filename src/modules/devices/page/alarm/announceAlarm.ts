/** A new alarm: a notice that leads to it and, if the account wants it, a sound. */
import { navigate } from '#console/kit/navigation.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import { alarmHref } from './alarmHref.ts'
import type { OpenAlarms } from './openAlarms.ts'

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

export function announceAlarm({ alarms }: OpenAlarms, { insist, sound }: { insist: boolean; sound: boolean }): void {
  const first = [...alarms].filter(one => one.state === 0).sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1))[0]
  if (!first) return
  if (sound) beep(insist ? 3 : 1)
  const where = [first.deviceName, first.siteName].filter(Boolean).join(' · ')
  toast.error(
    insist
      ? [`请处理告警：${first.name} · ${where}`, `You are called: ${first.name} · ${where}`]
      : [`新告警：${first.name} · ${where}`, `New alarm: ${first.name} · ${where}`],
    { label: ['查看', 'Open'], onPress: () => navigate(alarmHref(first)) },
  )
}
