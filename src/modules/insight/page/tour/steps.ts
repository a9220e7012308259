/** The steps of the tour: where each leads, and how the page knows that it was taken. */
import type { Text } from '#base/text.ts'

/** The answer of `GET /api/insight/tour`. */
export interface TourPlaces {
  id: string
  name: string
  appId: string
  deviceClass: string
  passageId: string | null
}

export interface TourStep {
  key: string
  title: Text
  note: (places: TourPlaces) => Text
  /** Undefined when there is nothing to lead to. */
  href: (places: TourPlaces) => string | undefined
  /** The permission point; users without it do not see the step. */
  point: string
  /** Taken when a request to such an address was answered, or such a page was opened. */
  taken: { request: RegExp } | { page: RegExp }
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    key: 'connect',
    title: ['接入一台设备', 'Connect a device'],
    note: () => [
      '点右上角的“添加设备”，选型号、填序列号，页面给出连接参数，并实时显示设备连到了哪一步。',
      'Press “Add device” at the top right, choose a model and a serial number: the page gives the connection settings and shows live how far the device has come.',
    ],
    href: ({ deviceClass, appId }) => `/${deviceClass}/equi/${appId}`,
    point: 'deviceBind:connect',
    taken: { request: /\/api\/device\/bind\/connect$/ },
  },
  {
    key: 'open',
    title: ['远程开一次门', 'Open a door'],
    note: ({ name }) => [
      `在“${name}”的详情里发一次开门，几百毫秒后看到设备的答复。`,
      `Send an opening to “${name}” from its details, and see the device answer within a few hundred milliseconds.`,
    ],
    href: ({ deviceClass, appId, id }) => `/${deviceClass}/equi/${appId}?row=${id}`,
    point: 'command:send',
    taken: { request: /\/api\/device\/control\/send$/ },
  },
  {
    key: 'why',
    title: ['看一次拒绝的原因', 'Ask why somebody was refused'],
    note: () => [
      '每次通行都能查到经过：设备上报了什么、哪条规则作的决定、怎样处理。',
      'Every passage has its story: what the device reported, which rule decided, and what would help.',
    ],
    href: ({ passageId, appId }) => (passageId ? `/why/passage/${passageId}/${appId}` : undefined),
    point: 'passRecord:list',
    taken: { page: /^\/why\// },
  },
  {
    key: 'revoke',
    title: ['撤销一个人的权限', 'Revoke a person’s rights'],
    note: () => [
      '在任意一人的“更多”里点“停用”，随即看到哪些设备已删除此人、还在等哪台。停用后可再启用。',
      'Choose “Pause” under “More” of any person, and see which devices have removed them and which are awaited. It can be undone with “Resume”.',
    ],
    href: ({ appId }) => `/apply/customPerson/default/${appId}`,
    point: 'person:pause',
    taken: { request: /\/api\/person\/person\/\d+\/pause$/ },
  },
]
