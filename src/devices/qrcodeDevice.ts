/** QR readers at doors: each code is decided by the platform when it is scanned. */
import { defineDeviceClass } from '#model/device.ts'
import { common } from './abilities/common.ts'
import { scanner } from './abilities/scanner.ts'

export const qrcodeDevice = defineDeviceClass('qrcodeDevice', {
  label: ['二维码设备', 'QR readers'],
  icon: 'qr-code',
  category: 'access',
  abilities: [common, scanner],
  protocols: ['qrHttp', 'alink'],
  pages: ['equi', 'callback', 'log'],
})
