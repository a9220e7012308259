/** Where figures lead: to a page that the class of the device has. */
import { expect, test } from 'vitest'
import { classes } from '#main/registry.ts'
import { deviceAlarmsHref } from './tileLists.ts'

test.each([...classes.values()].map(one => [one.key, one] as const))('%s', (key, { pages }) => {
  const href = deviceAlarmsHref({ deviceId: '7', deviceClass: key, appId: '1' }, 7, [...classes.values()])
  expect(pages).toContain(href.split('/')[2])
})
