/** Which applications need facts as events: those that some handler selects. Other facts are stored without an event. */
import sql, { join } from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const REFRESH_MS = 500

export class Listeners {
  private apps: ReadonlySet<string> = new Set()
  private readonly ports: Ports
  private readonly wanting: ReturnType<typeof sql>
  constructor(ports: Ports) {
    this.ports = ports
    this.wanting = join(
      ports.handlers.flatMap(({ on, wantedBy }) => (wantedBy && on.includes('fact.stored') ? [wantedBy] : [])),
      ' union ',
    )
    void this.refresh()
    const timer = setInterval(() => void this.refresh(), REFRESH_MS).unref()
    ports.stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
  }

  has(appId: string | null): boolean {
    return appId !== null && this.apps.has(appId)
  }

  private async refresh(): Promise<void> {
    try {
      const rows = await this.ports.db.query<{ app_id: string }>({ role: 'engine' }, this.wanting)
      this.apps = new Set(rows.map(row => row.app_id))
    } catch {
      // The previous result is kept; the next round asks again.
    }
  }
}
