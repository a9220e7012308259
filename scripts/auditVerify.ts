/**
 * `npm run audit:verify`: reads the whole audit of this installation and names the first row that differs from what was
 * sealed. Exits with 1 when there is one.
 */
import { join } from 'node:path'
import type pg from 'pg'
import { readConfig } from '../src/main/config.ts'
import { secretKey } from '../src/main/supervisor/secretKey.ts'
import { makeAnchorFile } from '../src/server/audit/makeAnchorFile.ts'
import { verifyAudit } from '../src/server/audit/verify.ts'
import { runningCluster } from '../src/server/sql/cluster/runningCluster.ts'
import { readDatabaseUrl } from '../src/server/sql/databaseUrl.ts'
import { openDb } from '../src/server/sql/db.ts'
import { makeVault } from '../src/server/vault/makeVault.ts'

const config = readConfig(process.env, 'start', join(import.meta.dirname, '..'))

function running(): pg.ClientConfig {
  const connection = runningCluster(join(config.dataDir, 'postgres'))
  if (connection) return connection
  console.error(`no database runs in ${config.dataDir}: start Portico first, or give DATABASE_URL`)
  process.exit(2)
}

const db = openDb(config.databaseUrl ? readDatabaseUrl(config.databaseUrl) : running(), { max: 1 })
const report = await verifyAudit({
  db,
  vault: makeVault(Buffer.from(config.secret ?? secretKey(config.dataDir))),
  anchors: makeAnchorFile(join(config.dataDir, 'audit/anchors.jsonl')),
  now: () => new Date(),
})
await db.end()
console.log(JSON.stringify({ ...report, text: undefined }, null, 1))
console.log(report.text.join(' · '))
process.exitCode = report.ok ? 0 : 1
