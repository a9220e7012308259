/** The groups of operations in the description: each noun is one, and others are by path. */
import { AUDIT } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Json } from '../http/fieldSchema.ts'

/** For paths that belong to no noun; the longest match is used. */
const PLACES: readonly (readonly [path: string, key: string, zh: string, en: string])[] = [
  ['/api/auth', 'signIn', '登录与本人账号', 'Sign-in and own account'],
  ['/api/code', 'signIn', '', ''],
  ['/api/admin/mobile', 'signIn', '', ''],
  ['/api/admin/user/info', 'signIn', '', ''],
  ['/api/admin/user/preference', 'signIn', '', ''],
  ['/api/insight', 'insight', '数据与健康', 'Statistics and health'],
  ['/api/live', 'insight', '', ''],
  ['/api/job', 'job', '任务', 'Jobs'],
  ['/api/admin/dict', 'dictionary', '字典', 'Dictionaries'],
  ['/api/admin/sys-file', 'file', '文件', 'Files'],
  ['/api/device/portrait', 'file', '', ''],
]
const REST = ['public', '公开页面', 'The public site'] as const

const APPLICATIONS: Text = ['应用与回调', 'Applications and callbacks']
const DEVICES: Text = ['设备、事件与命令', 'Devices, events and commands']
const PEOPLE: Text = ['人员与组织', 'People and organisations']
/** Chapters of single modules, by the schema of a noun's table. */
const CHAPTERS: Readonly<Record<string, Text>> = {
  identity: ['账号与权限', 'Accounts and rights'],
  applications: APPLICATIONS,
  callbacks: APPLICATIONS,
  people: PEOPLE,
  access: ['通行与授权', 'Access'],
  devices: DEVICES,
  linkage: DEVICES,
  packages: DEVICES,
  vision: DEVICES,
  sync: ['下发', 'Delivery'],
  catalog: ['设备目录', 'Catalogue of devices'],
  service: ['报修', 'Service'],
  content: ['内容', 'Content'],
  audit: AUDIT,
}
const OTHER: Text = ['平台', 'Platform']
/** Chapters of all others, by their address. */
const BY_ADDRESS: Readonly<Record<string, Text>> = { person: PEOPLE, device: DEVICES, admin: OTHER }
const chapterOf = ({ table, api }: Noun): Text =>
  CHAPTERS[table.split('.')[0]!] ?? BY_ADDRESS[api.split('/')[2]!] ?? OTHER

/** The key of the group: that of a noun, or of a path. */
export function subjectOf(path: string, nouns: readonly Noun[]): string {
  const under = (prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)
  const places = PLACES.filter(([prefix]) => under(prefix)).map(([prefix, key]) => [prefix, key] as const)
  const known = nouns.flatMap(({ api, alsoUnder = [], key }) =>
    [api, ...alsoUnder].filter(under).map(prefix => [prefix, key] as const),
  )
  const [found] = [...places, ...known].sort(([a], [b]) => b.length - a.length)
  return found?.[1] ?? REST[0]
}

const TITLES = new Map<string, Text>([
  [REST[0], [REST[1], REST[2]]],
  ...PLACES.filter(([, , zh]) => zh !== '').map(([, key, zh, en]): [string, Text] => [key, [zh, en]]),
])

export function tagsOf(used: ReadonlySet<string>, nouns: readonly Noun[]): { tags: Json[]; groups: Json[] } {
  const byKey = new Map(nouns.map(noun => [noun.key, noun]))
  const chapters = new Map<Text, string[]>()
  const tags = [...used].sort().map(key => {
    const noun = byKey.get(key)
    const [zh, en] = noun?.label ?? TITLES.get(key)!
    const chapter = noun ? chapterOf(noun) : OTHER
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), key])
    return { name: key, description: en, 'x-title': en, 'x-title-zh': zh }
  })
  const order = [OTHER, ...Object.values(CHAPTERS)]
  const groups = [...chapters]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([[zh, en], of]) => ({ name: en, 'x-title-zh': zh, tags: of }))
  return { tags, groups }
}
