/** The tone of a value of a choice. It is derived from the value's name, because definitions contain no appearance. */
import type { Tone } from '#console/kit/Pill.tsx'

const words: Readonly<Record<Exclude<Tone, 'unknown' | 'busy'>, string>> = {
  ok: 'ok on online valid active open passed published done accepted handled bound confirmed acknowledged enabled normal now won judged',
  bad: 'alarm refused failed fault bad blocked locked scrapped false timedOut high frozen raised urgent',
  warn: 'alert maintained waiting closedBySystem skipped expired',
  off: 'off stopped retired paused left closed cancelled stock draft none building',
  info: 'sending pending checking running queued sent info gray working later assigned contacted finished',
}
const tones = new Map<string, Tone>(
  Object.entries(words).flatMap(([tone, names]) =>
    names.split(' ').map((name): [string, Tone] => [name, tone as Tone]),
  ),
)

/** Fields of a state; other choices, such as types, have no tone. */
const stateful = /(^|[a-z])(state|status|result|level)$/i

export const isStateful = (name: string): boolean => stateful.test(name)
/** Whether the value is drawn as a state: a level of severity is one, that of an agency is not. */
export const isToned = (name: string, choiceName: string | undefined): boolean =>
  isStateful(name) && (!/level$/i.test(name) || tones.has(choiceName ?? ''))
export const toneOf = (choiceName: string | undefined): Tone =>
  choiceName === undefined ? 'unknown' : (tones.get(choiceName) ?? 'off')
