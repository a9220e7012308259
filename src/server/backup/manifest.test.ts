/** A backup that somebody changed is refused before anything of it is used, however well its description fits. */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOf, MANIFEST, writeManifest, type Manifest } from './manifest.ts'
import { restore } from './restore.ts'

const SECRET = 'uV3pQk9xZr6TnB2mYc8LdWs5HfJg7AeE'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-manifest-'))
  writeFileSync(join(folder, 'one'), 'as it was')
  await writeManifest(folder, manifest, SECRET)
})
afterAll(() => rmSync(folder, { recursive: true }))

const manifest: Omit<Manifest, 'format'> = {
  ...{ form: 'physical', version: '0', at: '2026-11-27T00:00:00Z', migrations: [], files: true, folders: [] },
  key: { fingerprint: fingerprintOf(SECRET), included: false },
  contents: [{ path: 'one', bytes: 9, sha256: sha256('as it was') }],
}
const attempt = (unproved = false): Promise<string> =>
  restore({
    ...{ from: folder, dataDir: join(folder, 'restored'), databaseUrl: null, s3: false, secret: SECRET, keyFile: null },
    ...{ unproved, version: '0', migrations: join(import.meta.dirname, '../../../migrations'), print: () => {} },
  }).then(
    () => 'restored',
    (error: Error) => error.message,
  )
/** Writes the file and its description anew, with every digest, as anybody can who has the folder. */
function plant(change: (manifest: Manifest) => object): void {
  const { digest: _, proof, ...before } = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
  writeFileSync(join(folder, 'one'), 'planted')
  const after = change({ ...before, contents: [{ path: 'one', bytes: 7, sha256: sha256('planted') }] })
  writeFileSync(join(folder, MANIFEST), JSON.stringify({ ...after, digest: sha256(JSON.stringify(after)), proof }))
}

test('the description is proved by the master secret', async () => {
  plant(whole => whole)
  expect(await attempt()).toContain('changed by somebody without the master secret')
  expect(await attempt(true)).toContain('changed by somebody without the master secret')
  plant(({ ...whole }) => ({ ...whole, format: 1 }))
  expect(await attempt()).toContain('restore it with --unproved')
  expect(existsSync(join(folder, 'restored'))).toBe(false)
})
