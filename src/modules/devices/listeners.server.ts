/** Which applications listen to facts: those with a linkage or a callback switched on. Others cost nothing. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const REFRESH_MS = 500

export class Listeners {
  private apps: ReadonlySet<string> = new Set()
  private readonly ports: Ports
  constructor(ports: Ports) {
    this.ports = ports
    void this.refresh()
    const timer = setInterval(() => void this.refresh(), REFRESH_MS).unref()
    ports.stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
  }

  has(appId: string | null): boolean {
    return appId !== null && this.apps.has(appId)
  }

  private async refresh(): Promise<void> {
    try {
      const rows = await this.ports.db.query<{ app_id: string }>(
        { role: 'engine' },
        sql`select app_id from devices.linkage where state = 1 union select app_id from applications.callback where state = 1`,
      )
      this.apps = new Set(rows.map(row => row.app_id))
    } catch {
      // Keep what was known; the next round asks again.
    }
  }
}
