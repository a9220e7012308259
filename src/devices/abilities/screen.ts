/** A screen for adverts: it stores pictures and videos, shows them in turn until their end, and counts how often. */
import type { Ability } from '#model/device.ts'
import { json } from '#model/field.ts'

export const screen: Ability = {
  name: 'screen',
  properties: {
    // In the order in which they are shown; only those whose file was loaded and verified.
    adverts: {
      field: json(['屏上广告', 'Adverts'], {
        example: [{ advertId: '8120', version: '0cc175b9c0f1b6a831c399e269772661', title: '春节活动' }],
        parts: { title: {} },
      }),
      access: 'r',
    },
    // Counted up from `since`, in milliseconds of Unix time, which is another instant when the counter begins again.
    advertPlays: {
      field: json(['播放次数', 'Plays'], {
        example: [{ advertId: '8120', since: 1767600000000, plays: 128 }],
        parts: { plays: {} },
      }),
      access: 'r',
    },
  },
  commands: {
    // The whole list: what is not in it is no longer shown. Each item has its address, size and SHA-256.
    showAdverts: {
      label: ['下发广告', 'Send adverts'],
      input: {},
      ttlS: 60,
      offline: 'refuse',
      risk: 'none',
      lane: 'work',
    },
  },
  screen: { command: 'showAdverts', held: 'adverts', plays: 'advertPlays' },
}
