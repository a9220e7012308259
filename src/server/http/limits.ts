/**
 * What an anonymous client, or one session, may use of the HTTP server. Routes without a session name a budget; the
 * server does not start if one names none. Counted in the process, by address and fixed window; an IPv6 network of 64
 * bits counts as one address.
 */
import { clientNetwork } from '#base/address.ts'
import type { Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { limitList } from '#server/limitList.ts'

export interface Budget {
  /** Requests of one address per window. */
  most: number
  windowS: 60
  what: Text
}

export const BUDGETS = {
  read: {
    most: 3000,
    windowS: 60,
    what: ['公开页面、文档、广告、标签、设置', 'Public pages, documents, adverts, labels, settings'],
  },
  write: {
    most: 60,
    windowS: 60,
    what: ['访客的报修、留言、注册、点击与评价', 'Reports, messages, registrations, clicks and votes of visitors'],
  },
  media: { most: 300, windowS: 60, what: ['广告视频的分段', 'Parts of the videos of adverts'] },
  captcha: { most: 60, windowS: 60, what: ['图形验证码', 'Drawing captchas'] },
  signIn: {
    most: 600,
    windowS: 60,
    what: ['登录的各种方式；另按账号和地点计数', 'Sign-in methods; attempts are also counted by account and place'],
  },
  message: { most: 30, windowS: 60, what: ['短信；另按手机号计数', 'Text messages; also counted by phone number'] },
  device: {
    most: 6000,
    windowS: 60,
    what: [
      '终端凭签名链接取文件，一个地址后可有多台',
      'Files that devices fetch by signed links, many behind one address',
    ],
  },
} as const satisfies Record<string, Budget>
export type BudgetName = keyof typeof BUDGETS

export const budgetLimits = limitList(
  'budget',
  Object.fromEntries(
    Object.entries(BUDGETS).map(([name, { most, what }]) => [name, [most, '/ min', ...what] as const]),
  ) as Record<BudgetName, readonly [number, '/ min', ...Text]>,
)
export const sessionLimits = limitList('session', {
  liveStreams: [20, '', '一个会话的实时连接', 'Live streams of one session'],
})
export const requestLimits = limitList('request', {
  body: [1024 * 1024, 'B', '一个请求的正文', 'Body of a request'],
  file: [10 * 1024 * 1024, 'B', '表单里的一个文件', 'One file of a form'],
  picture: [4 * 1024 * 1024, 'B', '终端上传的一张照片', 'One picture that a device sends'],
  announced: [240, '', '一台设备一小时预告上传的照片', 'Pictures that a device announces in an hour'],
  parameter: [200, 'B', '地址里的一个参数', 'A parameter of the path'],
  whole: [30_000, 'ms', '收完一个请求', 'Time to receive a request'],
  headers: [10_000, 'ms', '收完请求头', 'Time to receive the headers'],
  idle: [65_000, 'ms', '空闲连接', 'An idle connection'],
  counted: [50_000, '', '同时计数的地址', 'Addresses counted at the same time'],
})
const MOST_COUNTED = requestLimits.most.counted

export interface Budgets {
  /** Counts one request; refuses it beyond the budget, with the seconds until the next window. */
  spend(name: BudgetName, address: string, nowMs: number): void
}

export function makeBudgets(): Budgets {
  const counted = new Map<string, { n: number; untilMs: number }>()
  const makeRoom = (nowMs: number): void => {
    for (const [key, { untilMs }] of counted) if (untilMs <= nowMs) counted.delete(key)
    // Still full of active windows: the oldest are dropped, so that anonymous clients cannot fill the memory.
    for (const key of counted.keys()) {
      if (counted.size < MOST_COUNTED / 2) break
      counted.delete(key)
    }
  }
  return {
    spend(name, address, nowMs) {
      const { most, windowS } = BUDGETS[name]
      const key = `${name} ${clientNetwork(address)}`
      const known = counted.get(key)
      if (!known || known.untilMs <= nowMs) {
        if (counted.size >= MOST_COUNTED) makeRoom(nowMs)
        counted.set(key, { n: 1, untilMs: nowMs + windowS * 1000 })
        return
      }
      known.n += 1
      if (known.n > most)
        throw new Refusal('too_many', { data: { retryAfterS: Math.ceil((known.untilMs - nowMs) / 1000) } })
    },
  }
}
