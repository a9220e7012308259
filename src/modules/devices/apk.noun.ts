/** Packages for terminals that run Android: what they are, and how far they are offered. */
import { computed, flag, instant, integer, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const apk = defineNoun('apk', {
  label: ['APK', 'APK'],
  api: '/api/admin/apk',
  table: 'devices.apk',
  scope: 'platform',
  name: 'versionName',
  remove: 'erase',
  fields: {
    uploadId: text(['文件', 'File'], { required: true, max: 32, virtual: true, hiddenIn: ['edit', 'view'] }),
    appName: text(['应用名称', 'App'], { required: true, max: 32, find: 'contains' }),
    packageName: text(['包名', 'Package'], {
      required: true,
      max: 120,
      matches: '^[a-zA-Z][a-zA-Z0-9_]*(\\.[a-zA-Z][a-zA-Z0-9_]*)+$',
      frozen: true,
      find: 'contains',
      mono: true,
    }),
    versionName: text(['版本', 'Version'], { required: true, max: 64, frozen: true, mono: true }),
    versionCode: integer(['版本号', 'Version code'], {
      required: true,
      min: 1,
      max: 2_100_000_000,
      frozen: true,
      sort: true,
    }),
    changelog: text(['更新说明', 'What is new'], { required: true, max: 1000, lines: 5 }),
    force: flag(['强制更新', 'Must be installed'], {
      as: 'switch',
      help: ['终端收到后立即安装，不等空闲', 'Terminals install it at once, not when they are idle'],
    }),
    grayPercent: integer(['灰度比例', 'Share'], {
      min: 0,
      max: 100,
      unit: '%',
      as: 'slider',
      help: ['灰度期间随机但固定的一部分终端', 'While it is tried: always the same part of the terminals'],
    }),
    graySns: text(['灰度终端', 'Terminals'], {
      max: 4000,
      lines: 3,
      mono: true,
      help: ['灰度期间必定包含的序列号，每行一个', 'Serial numbers that try it in any case, one a line'],
    }),
    minSdk: integer(['最低系统 API', 'Lowest API'], { by: 'system' }),
    size: integer(['大小', 'Size'], { by: 'system', unit: 'B' }),
    md5: text(['MD5', 'MD5'], { by: 'system', mono: true }),
    sha256: text(['SHA-256', 'SHA-256'], { by: 'system', mono: true }),
    installed: computed(integer(['已安装', 'Installed'])),
    targets: computed(integer(['终端数', 'Terminals'], { help: ['装有此应用的终端', 'Terminals that have the app'] })),
    downloads: integer(['下载次数', 'Downloads'], { by: 'system' }),
    publishedAt: instant(['发布时间', 'Published'], { by: 'system', sort: true }),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      {
        draft: [0, '草稿', 'Draft'],
        gray: [1, '灰度', 'Tried'],
        published: [2, '全量', 'For all'],
        withdrawn: [3, '已撤回', 'Withdrawn'],
      },
      'draft',
      {
        gray: { from: ['draft', 'withdrawn'], to: 'gray', label: ['灰度', 'Try it'], proof: true },
        publish: {
          from: ['draft', 'gray'],
          to: 'published',
          label: ['全量发布', 'Offer to all'],
          proof: true,
          confirm: [
            '装有此应用且版本较低的所有终端都会升级',
            'Every terminal that has the app in a lower version installs it',
          ],
        },
        withdraw: {
          from: ['gray', 'published'],
          to: 'withdrawn',
          label: ['撤回', 'Withdraw'],
          danger: true,
          reason: true,
          confirm: ['不再下发；已安装的终端不会降级', 'It is no longer offered; terminals that have it keep it'],
        },
      },
      { dictionary: ['apk_state', 'APK状态', 'APK state'] },
    ),
  },
  actions: {
    installs: { on: 'row', method: 'GET', label: ['安装明细', 'Installations'] },
    link: { on: 'row', label: ['下载链接', 'Link to it'] },
    push: {
      on: 'row',
      label: ['重新下发', 'Offer again'],
      proof: true,
      input: { deviceId: text(['设备', 'Device'], { required: true, max: 20 }) },
    },
  },
})
export const apkManageLens = defineLens('apkManage', {
  path: '/systemManage/apkManage',
  label: ['APK 管理', 'APKs'],
  of: 'apk',
  columns: [
    'appName',
    'packageName',
    'versionName',
    'versionCode',
    'size',
    'force',
    'installed',
    'targets',
    'publishedAt',
    'state',
  ],
  filters: ['appName', 'packageName', 'state'],
  form: ['appName', 'changelog', 'force', 'grayPercent', 'graySns'],
  actions: [],
  buttons: { add: false },
})
