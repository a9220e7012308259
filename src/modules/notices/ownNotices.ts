/** The notices of the signed-in account as the server answers them. */
export interface OwnNotice {
  id: string
  appId: string
  /** Null where it is about the application. */
  deviceId: string | null
  /** Null where the device has left the application. */
  deviceClass: string | null
  deviceName: string | null
  at: string
  title: string
  body: string
  origin: string
  originId: string
  readAt: string | null
  /** The path of the console that it leads to, where that is not the device. */
  link: string | null
}
export interface OwnNotices {
  unread: number
  /** The newest first. */
  notices: readonly OwnNotice[]
}

declare module '#model/live.ts' {
  interface LiveMessages {
    /** An account has a new notice. */
    notice: object
  }
}
