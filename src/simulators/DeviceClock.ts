/** A device's clock: it may run wrong, and learns from the platform by how much. */
export class DeviceClock {
  /** How wrong the device's own clock is; a fault sets it. */
  skewMs = 0
  /** What it states in its events is then not corrected by what it learnt. */
  stubborn = false
  private learntMs = 0

  private own(): number {
    return Date.now() + this.skewMs
  }

  /** The platform's time as far as the device knows it: deadlines are judged by it. */
  now(): number {
    return this.own() + this.learntMs
  }

  /** What it writes into events and reports. */
  stated(): number {
    return this.stubborn ? this.own() : this.now()
  }

  request(): { deviceSendTime: string } {
    return { deviceSendTime: String(this.own()) }
  }

  /** Learns from an answer of `/ext/ntp`; half of the round trip is its error. */
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
