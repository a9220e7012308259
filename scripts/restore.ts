/**
 * `npm run restore -- <backup>`: restores a backup into an empty data folder (and an empty database); see
 * docs/guides/backup-and-restore.md.
 */
import { parseArgs } from 'node:util'
import { command } from '../src/main/installation.ts'
import { restore } from '../src/server/backup/restore.ts'

await command(async ({ config, version, migrations, path, print }) => {
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' }, unproved: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (positionals.length !== 1)
    throw new Error('name the backup: npm run restore -- <folder> [--key <file>] [--unproved]')
  const startMs = performance.now()
  const manifest = await restore({
    from: path(positionals[0]!),
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    s3: config.s3Url !== null,
    secret: config.secret,
    keyFile: values.key === undefined ? null : path(values.key),
    unproved: values.unproved === true,
    version,
    migrations,
    print,
  })
  return `${config.dataDir} is what it was at ${manifest.at}: ${manifest.contents.length} files, ${manifest.migrations.at(-1)?.name}, ${Math.round((performance.now() - startMs) / 100) / 10} s; start Portico and run npm run audit:verify`
})
