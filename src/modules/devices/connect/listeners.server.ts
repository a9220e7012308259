/** Which facts are needed as events: those that some handler selects. Other facts are stored without an event. */
import { join, type Sql } from 'sql-template-tag'
import { storedAs, type Stored } from '#model/families.ts'
import type { Ports } from '#server/ports.ts'
import { typesOf } from '#server/typesOf.ts'
import { versionOf } from '#server/sql/versionOf.ts'
import type { FactRow } from '../facts/translate.rules.ts'

const ENGINE = { role: 'engine' } as const
const REFRESH_MS = 500

/** No identifier of a device begins so. */
const EVERY = {
  passage: '*passage',
  capture: '*capture',
  event: '*event',
  reading: '*reading',
} as const satisfies Record<Stored, string>

interface Wanted {
  app_id: string
  device_class: string
  identifier: string | null
  stored: string | null
}

export class Listeners {
  /** Identifiers, and for every fact of a table its name (`EVERY`), by class, by application. */
  private apps: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> = new Map()
  private readonly ports: Ports
  private readonly wanting: Sql
  private version = ''
  constructor(ports: Ports) {
    this.ports = ports
    this.wanting = join(
      ports.handlers.flatMap(one =>
        one.wantedBy && typesOf(one, ports).includes('fact.stored') ? [one.wantedBy] : [],
      ),
      ' union all ',
    )
    void this.refresh()
    const timer = setInterval(() => void this.refresh(), REFRESH_MS).unref()
    ports.stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
  }

  want(appId: string | null, deviceClass: string, { identifier, family }: FactRow): boolean {
    const wanted = appId === null ? undefined : this.apps.get(appId)?.get(deviceClass)
    return wanted !== undefined && (wanted.has(EVERY[storedAs(family)]) || wanted.has(identifier))
  }

  private async refresh(): Promise<void> {
    try {
      // Of thousands of applications the list is long, and seldom different.
      const [row] = await this.ports.db.query<{ version: string }>(ENGINE, versionOf(this.wanting))
      if (row!.version === this.version) return
      const rows = await this.ports.db.query<Wanted>(ENGINE, this.wanting)
      const apps = new Map<string, Map<string, Set<string>>>()
      for (const { app_id: appId, device_class: deviceClass, identifier, stored } of rows) {
        const classes = apps.get(appId) ?? new Map<string, Set<string>>()
        const wanted = classes.get(deviceClass) ?? new Set<string>()
        apps.set(appId, classes.set(deviceClass, wanted.add(identifier ?? EVERY[stored as Stored])))
      }
      this.apps = apps
      this.version = row!.version
    } catch {
      // The previous result is kept; the next round asks again.
    }
  }
}
