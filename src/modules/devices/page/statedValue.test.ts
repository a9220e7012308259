/** What a device states in lists and objects is read without ids and digests. */
import { expect, test } from 'vitest'
import { apps } from '#devices/abilities/apps.ts'
import { screen } from '#devices/abilities/screen.ts'
import type { Words } from '#console/kit/language.tsx'
import { statedValue } from './statedValue.tsx'

const chinese = (words: Words): string => (typeof words === 'string' ? words : words[0])
const english = (words: Words): string => (typeof words === 'string' ? words : words[1])

test('adverts are their titles, apps their versions, an installation its stage in words', () => {
  const adverts = [
    { advertId: '8120', version: '0cc175b9c0f1b6a831c399e269772661', title: '春节活动' },
    { advertId: '8121', version: '92eb5ffee6ae2fec3ad71c777531578f', title: '文明乘梯' },
  ]
  expect(statedValue(screen.properties!.adverts!.field, adverts, chinese)).toBe('春节活动、文明乘梯')
  expect(
    statedValue(
      apps.properties!.apps!.field,
      [{ packageName: 'a.b', versionName: '2.6.3', versionCode: 263 }],
      chinese,
    ),
  ).toBe('a.b 2.6.3')
  const progress = { packageName: 'a.b', versionCode: 264, stage: 'installed', percent: 100 }
  expect(statedValue(apps.properties!.installProgress!.field, progress, chinese)).toBe('a.b 已安装')
  expect(statedValue(apps.properties!.installProgress!.field, { ...progress, stage: 'odd' }, english)).toBe('a.b odd')
})
