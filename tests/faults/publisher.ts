/** A device that sends every event until its PUBACK, again after each reconnect, and records what was acknowledged. */
import mqtt, { type MqttClient } from 'mqtt'

export class Publisher {
  readonly acked = new Set<string>()
  readonly sent = new Set<string>()
  /** Milliseconds until each acknowledgement, on the connection that brought it. */
  readonly waits: number[] = []
  connections = 0
  private readonly pending: { guid: string; at: number }[] = []
  private client: MqttClient
  private stopped = false
  private count = 0
  private readonly device: { sn: string; secret: string }
  private readonly productKey: string
  private readonly pauseMs: number
  /** Prefix of every guid, so that the checks of one fault ignore events of others. */
  readonly series: string

  constructor(port: number, device: { sn: string; secret: string }, productKey: string, series: string, pauseMs = 0) {
    this.device = device
    this.productKey = productKey
    this.series = series
    this.pauseMs = pauseMs
    // The client's own store is not used: after a lost acknowledgement the event must be sent again.
    this.client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
      clientId: device.sn,
      username: device.sn,
      password: device.secret,
      clean: true,
      reconnectPeriod: 300,
      reconnectOnConnackError: true,
      connectTimeout: 3000,
      keepalive: 15,
      queueQoSZero: false,
      resubscribe: false,
    })
    this.client.on('error', () => {})
    this.client.on('connect', () => {
      this.connections += 1
      void this.work()
    })
  }

  private async work(): Promise<void> {
    const client = this.client
    while (!this.stopped && client.connected) {
      if (!this.pending.length) {
        const guid = `${this.series}-${this.device.sn}-${(this.count += 1)}`
        this.pending.push({ guid, at: Date.now() })
        this.sent.add(guid)
      }
      const next = this.pending[0]!
      try {
        const started = Date.now()
        await this.publish(next)
        this.waits.push(Date.now() - started)
        this.acked.add(next.guid)
        this.pending.shift()
        if (this.pauseMs) await new Promise(resolve => setTimeout(resolve, this.pauseMs))
      } catch {
        return
      }
    }
  }

  private publish(event: { guid: string; at: number }): Promise<void> {
    const payload = JSON.stringify({
      id: '1',
      version: '1.0',
      params: { value: { guid: event.guid, doorNo: 1, cardNo: '12345678', method: 2, ok: true }, time: event.at },
      method: 'thing.event.pass.post',
    })
    return new Promise((resolve, reject) => {
      const close = (): void => reject(new Error('closed'))
      this.client.once('close', close)
      this.client.publish(
        `/sys/${this.productKey}/${this.device.sn}/thing/event/pass/post`,
        payload,
        { qos: 1 },
        error => {
          this.client.off('close', close)
          if (error) reject(error)
          else resolve()
        },
      )
    })
  }

  async stop(): Promise<void> {
    this.stopped = true
    await this.client.endAsync(true).catch(() => {})
  }
}
