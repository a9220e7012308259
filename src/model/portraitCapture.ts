/**
 * A device that takes portraits: the command that asks for one, and the event that answers it. A picture in such an event is
 * taken only where an account has asked for it, and belongs to that account.
 */
import type { DeviceClass } from './device.ts'

export interface PortraitCapture {
  command: string
  /** The parameter of the command with how long the device waits for the person, in seconds. */
  waitS: string
  event: string
  /** The parameter of both that tells which request the event answers. */
  reference: string
  /** In the event: the flag that a portrait was taken, the picture, and the word that says why not. */
  taken: string
  photo: string
  reason: string
}

export function portraitProblems({ portraits, commands, events }: DeviceClass): string[] {
  if (!portraits) return []
  const { command, waitS, event, reference, taken, photo, reason } = portraits
  const [asks, answers] = [commands[command], events[event]]
  const kinds = { [reference]: 'text', [taken]: 'flag', [reason]: 'text' } as const
  const shown = answers?.fields[photo]
  return [
    ...(asks?.lane === 'now' ? [] : [`portraits: '${command}' is no command of the lane 'now'`]),
    ...(asks?.input[reference]?.kind === 'text' ? [] : [`portraits: '${command}' has no text '${reference}'`]),
    ...(asks?.input[waitS]?.kind === 'integer' ? [] : [`portraits: '${command}' has no integer '${waitS}'`]),
    ...Object.entries(kinds)
      .filter(([name, kind]) => answers?.fields[name]?.kind !== kind)
      .map(([name, kind]) => `portraits: '${event}' has no ${kind} '${name}'`),
    ...(shown?.kind === 'text' && shown.picture ? [] : [`portraits: '${event}' has no picture '${photo}'`]),
  ]
}
