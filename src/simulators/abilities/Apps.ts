/**
 * An Android terminal's apps: downloads what it is commanded to install, verifies every byte, reports the progress, and
 * never installs a lower version.
 */
import { createHash, randomUUID } from 'node:crypto'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

export interface AppOptions {
  apps?: { packageName: string; versionName: string; versionCode: number }[]
  /** Downloads an address. */
  download?(url: string): Promise<Uint8Array>
  installMs?: number
}
const FIRST = { packageName: 'cn.portico.terminal', versionName: '2.6.3', versionCode: 263 }

const overHttp = async (url: string): Promise<Uint8Array> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

export class Apps implements Behaviour {
  private readonly device: SimDevice
  private readonly options: AppOptions
  private readonly apps: { packageName: string; versionName: string; versionCode: number }[]
  private progress: Values | null = null
  private busy = false

  constructor(device: SimDevice, options: AppOptions) {
    this.device = device
    this.options = options
    this.apps = structuredClone(options.apps ?? [FIRST])
  }

  values(): Values {
    return { apps: this.apps, ...(this.progress ? { installProgress: this.progress } : {}) }
  }

  readonly commands: Behaviour['commands'] = {
    installApp: params => {
      const app = this.apps.find(one => one.packageName === params.packageName)
      if (!app) return refused(4604, '没有此应用 no such app')
      if (Number(params.versionCode) <= app.versionCode) return refused(4609, '不能降级 a lower version')
      if (this.busy) return refused(4290, '正在安装 another installation is running')
      void this.install(app, params)
      return done()
    },
  }

  private report(params: Values, stage: string, more: Values = {}): void {
    this.progress = { packageName: params.packageName, versionCode: params.versionCode, stage, ...more }
    this.device.report({ installProgress: this.progress })
  }

  private async install(app: { versionName: string; versionCode: number }, params: Values): Promise<void> {
    this.busy = true
    const { packageName, versionName, versionCode } = params
    const finish = (ok: boolean, reason: string | null): void => {
      this.busy = false
      this.report(params, ok ? 'installed' : 'failed', reason ? { reason } : { percent: 100 })
      this.device.event('appInstall', {
        guid: randomUUID(),
        packageName,
        versionName,
        versionCode,
        ok,
        ...(reason ? { reason } : {}),
      })
    }
    try {
      this.report(params, 'downloading', { percent: 0 })
      const bytes = await (this.options.download ?? overHttp)(String(params.url))
      this.report(params, 'verifying', { percent: 100 })
      if (bytes.length !== params.size || createHash('sha256').update(bytes).digest('hex') !== params.sha256)
        return finish(false, '文件校验失败 the file is not the one announced')
      this.report(params, 'installing', { percent: 100 })
      await this.device.wait(this.options.installMs ?? 2000)
      app.versionName = String(versionName)
      app.versionCode = Number(versionCode)
      this.device.report({ apps: this.apps })
      finish(true, null)
    } catch (error) {
      finish(false, `下载失败 ${(error as Error).message}`)
    }
  }
}
