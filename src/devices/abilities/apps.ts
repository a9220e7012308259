/** A device that runs Android: its apps, the progress of an installation, and the command to install one. */
import type { Ability } from '#model/device.ts'
import { flag, integer, json, text } from '#model/field.ts'

const version = {
  packageName: text(['包名', 'Package'], { required: true, max: 120, mono: true, example: 'cn.portico.terminal' }),
  versionName: text(['版本', 'Version'], { max: 64, mono: true, example: '2.7.0' }),
  versionCode: integer(['版本号', 'Version code'], { required: true, min: 1 }),
}

const STAGES = {
  downloading: ['downloading', '下载中', 'Downloading'],
  verifying: ['verifying', '校验中', 'Verifying'],
  installing: ['installing', '安装中', 'Installing'],
  installed: ['installed', '已安装', 'Installed'],
  failed: ['failed', '失败', 'Failed'],
} as const

export const apps: Ability = {
  name: 'apps',
  properties: {
    apps: {
      field: json(['应用版本', 'Apps'], {
        example: [{ packageName: 'cn.portico.terminal', versionName: '2.6.3', versionCode: 263 }],
        parts: { packageName: {}, versionName: {} },
      }),
      access: 'r',
    },
    installProgress: {
      field: json(['安装进度', 'Installation'], {
        example: { packageName: 'cn.portico.terminal', versionCode: 270, stage: 'downloading', percent: 40 },
        parts: { packageName: {}, stage: STAGES, reason: {} },
      }),
      access: 'r',
    },
  },
  commands: {
    // Done means accepted: `installProgress` reports the progress. A device refuses a version lower than its own.
    installApp: {
      label: ['安装应用', 'Install an app'],
      input: {
        ...version,
        url: text(['下载地址', 'Download address'], {
          required: true,
          max: 500,
          mono: true,
          example: 'https://…/api/device/apk/…/file',
        }),
        size: integer(['大小', 'Size'], { required: true, min: 1, unit: 'B' }),
        md5: text(['MD5', 'MD5'], { required: true, max: 32, mono: true, example: '0cc175b9c0f1b6a831c399e269772661' }),
        sha256: text(['SHA-256', 'SHA-256'], {
          required: true,
          max: 64,
          mono: true,
          example: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
        }),
        force: flag(['强制', 'Forced']),
      },
      ttlS: 60,
      offline: 'refuse',
      risk: 'none',
      lane: 'work',
    },
  },
  events: {
    appInstall: {
      label: ['应用安装', 'App installed'],
      level: 'info',
      record: 'event',
      fields: {
        ...version,
        ok: flag(['成功', 'Done']),
        reason: text(['原因', 'Reason'], { example: 'SHA-256 mismatch' }),
      },
    },
  },
}
