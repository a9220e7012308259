/** `npm run backup`: a complete copy of this installation, running or not, in a new folder; see docs/guides/backup-and-restore.md. */
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkSecret } from '../src/main/checkSecret.ts'
import { command } from '../src/main/installation.ts'
import { backUp } from '../src/server/backup/backUp.ts'

await command(async ({ config, version, secret, path, print }) => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      logical: { type: 'boolean', default: false },
      'with-key': { type: 'boolean', default: false },
      keep: { type: 'string' },
    },
  })
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (keep !== null && (!Number.isInteger(keep) || keep < 1)) throw new Error('--keep takes a number from 1')
  if (secret === null)
    throw new Error(
      `there is no secret.key in ${config.dataDir}: set PORTICO_DATA_DIR to the data folder, or PORTICO_SECRET`,
    )
  const startMs = performance.now()
  const { folder, manifest } = await backUp({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    s3: config.s3Url !== null,
    secret,
    checkSecret,
    withKey: values['with-key'],
    logical: values.logical,
    to: values.to === undefined ? join(dirname(config.dataDir), 'backups') : path(values.to),
    keep,
    version,
    print,
  })
  if (!manifest.files) print('files lie in S3_URL and are not in the backup: keep them by the versions of that store')
  const megabytes = Math.ceil(manifest.contents.reduce((sum, one) => sum + one.bytes, 0) / 1e6)
  const rows = manifest.dump ? `${manifest.dump.tables.reduce((sum, one) => sum + one.rows, 0)} rows, ` : ''
  const key = `key ${manifest.key.fingerprint} ${manifest.key.included ? 'in it' : 'not in it: keep secret.key apart'}`
  return `${folder}: ${manifest.form}, ${rows}${manifest.contents.length} files, ${megabytes} MB, ${key}, ${Math.round((performance.now() - startMs) / 100) / 10} s`
})
