/** Which filters a device may have. */
import { expect, test } from 'vitest'
import { maySubscribe } from './topic.ts'

const owner = { productKey: 'pk', deviceName: 'dn' }

test.each([
  ['/sys/pk/dn/#', true],
  ['/sys/pk/dn/thing/#', true],
  ['/sys/pk/dn/thing/service/+', true],
  ['/sys/pk/dn/thing/event/+/post_reply', true],
  ['/ext/ntp/pk/dn/response', true],
  ['/ext/error/pk/dn', true],
  ['/ota/device/upgrade/pk/dn', true],
  ['/shadow/get/pk/dn', true],
  ['/pk/dn/user/#', true],
  ['/broadcast/pk/#', true],
  ['/ext/rrpc/+/sys/pk/dn/thing/service/+', true],
  ['/ext/rrpc/+/pk/dn/#', true],
  ['/ext/session/pk/dn/combine/login_reply', true],
  ['/ext/rrpc/#', false],
  ['/ext/rrpc/+/pk/dn2/#', false],
  ['/broadcast/#', false],
  ['/broadcast/other/#', false],
  ['/pk/dn2/#', false],
  ['/pk/+/#', false],
  ['#', false],
  ['/#', false],
  ['/sys/#', false],
  ['/sys/+/dn/thing/#', false],
  ['/sys/pk/+/thing/#', false],
  ['/sys/pk/dn2/#', false],
  ['/sys/pk/dn', false],
  ['/sys/pk/dnx/thing/service/open', false],
  ['/ext/+/pk/dn/#', false],
  ['/ext/ntp/pk/dn2/response', false],
  ['/ota/device/+/pk/dn', false],
  ['$SYS/#', false],
  ['', false],
])('%s: %s', (filter, may) => {
  expect(maySubscribe(owner, filter)).toBe(may)
})
