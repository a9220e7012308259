/** A device's clock: it may be wrong, and measures its offset from the platform's time. */
export class DeviceClock {
  /** The error of the device's own clock; set by a fault. */
  skewMs = 0
  /** If set, the times in its events are not corrected by the measured offset. */
  stubborn = false
  private learntMs = 0

  private own(): number {
    return Date.now() + this.skewMs
  }

  /** The platform's time as far as the device knows it; deadlines are compared with it. */
  now(): number {
    return this.own() + this.learntMs
  }

  /** The time written into events and reports. */
  stated(): number {
    return this.stubborn ? this.own() : this.now()
  }

  request(): { deviceSendTime: string } {
    return { deviceSendTime: String(this.own()) }
  }

  /** Computes the offset from an answer of `/ext/ntp`; half of the round trip is its error. */
  learn(answer: { deviceSendTime?: unknown; serverRecvTime?: unknown; serverSendTime?: unknown }): void {
    const [sent, received, replied] = [answer.deviceSendTime, answer.serverRecvTime, answer.serverSendTime].map(Number)
    const offset = (received! + replied! - sent! - this.own()) / 2
    if (Number.isFinite(offset)) this.learntMs = Math.round(offset)
  }

  /** Whole seconds by which its own clock is ahead of the platform's. */
  offsetS(): number {
    return Math.round(-this.learntMs / 1000) || 0
  }
}
