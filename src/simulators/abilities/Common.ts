/** What all simulated devices have: versions, address, signal, restart, time. */
import { createHash, randomUUID } from 'node:crypto'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

export interface CommonOptions {
  fwVersion?: string
  hwVersion?: string
  wireless?: boolean
}

export class Common implements Behaviour {
  private readonly device: SimDevice
  private readonly options: CommonOptions
  private readonly mac: string
  private readonly ip: string
  private startedAt = Date.now()
  private rssi = -58
  private heartbeatSec = 60
  private version = ''

  constructor(device: SimDevice, options: CommonOptions = {}) {
    this.device = device
    this.options = options
    const bytes = createHash('sha256').update(device.name).digest()
    this.mac = [
      'A4',
      '50',
      '46',
      ...[...bytes.subarray(0, 3)].map(byte => byte.toString(16).padStart(2, '0').toUpperCase()),
    ].join(':')
    this.ip = `192.168.${10 + (bytes[3]! % 4)}.${20 + (bytes[4]! % 200)}`
  }

  values(): Values {
    this.rssi = Math.max(-88, Math.min(-42, this.rssi + Math.round(this.device.between(-2, 2))))
    return {
      fwVersion: this.options.fwVersion ?? 'v2.6.3',
      hwVersion: this.options.hwVersion ?? 'B',
      ip: this.ip,
      mac: this.mac,
      ...(this.options.wireless ? { rssi: this.rssi } : {}),
      uptime: Math.round((Date.now() - this.startedAt) / 1000),
      clockOffset: this.device.clock.offsetS(),
      heartbeatSec: this.heartbeatSec,
      power: 'mains',
    }
  }

  reset(): void {
    this.heartbeatSec = 60
    this.version = ''
  }

  readonly settable: Behaviour['settable'] = {
    heartbeatSec: value => {
      const fits = typeof value === 'number' && value >= 10 && value <= 300
      if (fits) this.device.beatEvery((this.heartbeatSec = value))
      return fits
    },
  }

  readonly commands: Behaviour['commands'] = {
    reboot: ({ delaySec }) => {
      this.device.after(Math.min(60, Number(delaySec ?? 0) || 0) * 1000 + 500, () => {
        this.startedAt = Date.now() + 6000
        this.device.restart('远程重启 remote')
      })
      return done()
    },
    syncTime: async () => {
      this.device.clock.skewMs = 0
      this.device.learnTime()
      await this.device.wait(200)
      return done({ offset: this.device.clock.offsetS() })
    },
    selfTest: ({ items }) => {
      for (const item of String(items ?? 'network,storage').split(','))
        this.device.event('testResult', { guid: randomUUID(), item: item.trim(), pass: true, value: 'ok' })
      return done()
    },
    factoryReset: () => {
      this.device.reset()
      this.device.after(500, () => this.device.restart('恢复出厂 factory reset'))
      return done()
    },
    setParam: ({ params, version }) => {
      const list = (Array.isArray(params) ? params : []) as { key: string; value: unknown }[]
      const results = list.map(({ key, value }) => ({ key, code: this.device.put(key, value) ? 0 : 460 }))
      const wrong = results.filter(one => one.code !== 0).map(one => one.key)
      if (wrong.length) return refused(460, `不能设置 cannot set ${wrong.join(', ')}`)
      this.version = String(version ?? '')
      return done({ results, version: this.version })
    },
    getParam: () => done({ version: this.version }),
    getInfo: () => done(this.device.values()),
  }
}
