/** Limits of the receiver for alarm hosts beyond those of every listener over TCP; each can be overridden when it is started. */
import { mostOf, type Limits } from '#model/limit.ts'
import type { TcpLimits } from '#protocols/tcp/limits.ts'

export const dc09Limits = {
  datagrams: [
    500,
    '',
    '同时答复的数据报，多出的不收',
    'Datagrams that are being answered; further ones are dropped, and their senders repeat them',
  ],
  keptAnswers: [10_000, '', '为重发而记住的答复', 'Answers that are kept for frames that are sent again'],
} as const satisfies Limits

export type Dc09Limits = Record<keyof typeof dc09Limits, number> & TcpLimits
export const defaultDc09Limits = mostOf(dc09Limits)
