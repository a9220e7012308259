/** How a notice reaches its account, and what has become of it. */
export const CHANNEL = { console: 0, sms: 1 } as const
export type Channel = keyof typeof CHANNEL
export const NOTICE_STATE = { waiting: 0, sent: 1, failed: 2 } as const
