/** A furnished stage with scripts planted in every text, and a search of its logs for secrets that were typed. */
import sql from 'sql-template-tag'
import { beforeAll, expect } from 'vitest'
import { keepLogs } from '../../harness/logs.ts'
import { plantCanaries } from '../canary.ts'
import { furnish } from '../furnish.ts'
import type { Stage } from '../stage.ts'
import { CANARIES } from './walk.ts'

const ENGINE = { role: 'engine' } as const

/**
 * Must be called at the top of a test file, after its stage. `secretsIn` returns the typed secrets and personal data
 * that a text contains.
 */
export function useFurnished(stage: Stage): { logs: () => Promise<string>; secretsIn: (text: string) => string[] } {
  let logs: () => Promise<string>
  beforeAll(async () => {
    await furnish(stage)
    // Every page shows them, and none of them runs.
    expect((await plantCanaries(stage)).length).toBeGreaterThanOrEqual(12)
    logs = keepLogs(stage.platform.server)
    const { server } = stage.platform
    // Sensitive actions require a new proof of identity after five minutes; the walk takes longer.
    await server.ports.db.query(ENGINE, sql`update identity.session set proved_at = now() + interval '1 hour'`)
    server.ports.bus.publish('head', { name: 'identity' })
  }, 120_000)
  return {
    logs: () => logs(),
    secretsIn: text =>
      [CANARIES.secret, CANARIES.phone, CANARIES.idCard, stage.platform.server.token].filter(one => text.includes(one)),
  }
}
