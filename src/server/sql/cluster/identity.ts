/** As whom PostgreSQL runs: it refuses root, and what runs must reach its programs and own its data. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type IdentityName = 'self' | 'namespace' | 'nobody' | 'capable'

/** `uid`/`gid`: whose files these are as seen from outside. `wrap` turns a command into one that runs as this identity. */
export type Identity = {
  name: IdentityName
  uid: number
  gid: number
  wrap: (command: string[]) => { command: string[]; uid?: number; gid?: number }
}

const NOBODY = 65534

/**
 * The first identity that can run `program` and write `folder`, both of which exist. An ordinary user runs as himself. Root uses
 * 1. a user namespace, in which root's files look like nobody's: nothing is copied and nothing changes hands;
 * 2. where namespaces are forbidden (many containers), the user `nobody` (or whoever owns the data already);
 * 3. where that user cannot pass a closed folder above, the same with the capability to pass it.
 * Data owned by another than the chosen one is given to it. Throws with one clear line when nothing works.
 */
export function chooseIdentity(program: string, folder: string, env: NodeJS.ProcessEnv, only?: IdentityName): Identity {
  const root = process.getuid?.() === 0
  const owner = statSync(folder)
  if (!root) {
    if (owner.uid !== process.getuid?.())
      throw new Error(
        `the data folder ${folder} belongs to user ${owner.uid}, not to you: start as that user, or set PORTICO_DATA_DIR to another folder`,
      )
    return { name: 'self', uid: owner.uid, gid: owner.gid, wrap: command => ({ command }) }
  }
  const candidates = [
    inNamespace(),
    ...(owner.uid > 0 ? [asUser(owner.uid, owner.gid)] : []),
    asUser(NOBODY, NOBODY),
    capable(),
  ]
  for (const identity of candidates.filter(one => !only || one.name === only)) {
    if (!works(identity, env, ['/bin/sh', '-c', 'test -x "$0" && test -d "$1"', program, dirname(folder)])) continue
    giveTo(identity, folder)
    if (works(identity, env, ['/bin/sh', '-c', 'test -w "$1" && test -x "$1" && exec "$0" --version', program, folder]))
      return identity
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and neither a user namespace nor the user nobody can reach ${program} and ${folder}: start as an ordinary user, or set DATABASE_URL`,
  )
}

const inNamespace = (): Identity => ({
  name: 'namespace',
  uid: 0,
  gid: 0,
  wrap: command => ({
    command: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', ...command],
  }),
})

const asUser = (uid: number, gid: number): Identity => ({
  name: 'nobody',
  uid,
  gid,
  wrap: command => ({ command, uid, gid }),
})

/** access(2), by which PostgreSQL finds itself, drops the capabilities of an ordinary user unless `no_setuid_fixup` is set. */
const capable = (): Identity => ({
  name: 'capable',
  uid: NOBODY,
  gid: NOBODY,
  wrap: command => ({
    command: [
      'setpriv',
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--securebits=+no_setuid_fixup',
      '--',
      ...command,
    ],
  }),
})

function works(identity: Identity, env: NodeJS.ProcessEnv, command: string[]): boolean {
  const wrapped = identity.wrap(command)
  const [file = '', ...args] = wrapped.command
  const ids = wrapped.uid === undefined ? {} : { uid: wrapped.uid, gid: wrapped.gid }
  return (
    spawnSync(file, args, { ...ids, env: { ...process.env, ...env }, cwd: '/', stdio: 'ignore', timeout: 20_000 })
      .status === 0
  )
}

/** Starts a command as this identity in a session of its own, so that a terminal's Ctrl-C does not reach it. */
export function spawnAs(
  identity: Identity,
  command: string[],
  options: { env: NodeJS.ProcessEnv; output: number; dieWithParent?: boolean },
): ChildProcess {
  const deathBound =
    options.dieWithParent && existsSync('/usr/bin/setpriv')
      ? ['setpriv', '--pdeathsig', 'INT', '--', ...command]
      : command
  const wrapped = identity.wrap(deathBound)
  const [file = '', ...args] = wrapped.command
  const ids = wrapped.uid === undefined ? {} : { uid: wrapped.uid, gid: wrapped.gid }
  return spawn(file, args, {
    ...ids,
    env: { ...process.env, ...options.env },
    cwd: '/',
    detached: true,
    stdio: ['ignore', options.output, options.output],
  })
}

/** Hands a folder and all in it to the identity; does nothing when it is the owner already. */
export function giveTo(identity: Identity, folder: string): void {
  if (process.getuid?.() !== 0 || statSync(folder).uid === identity.uid) return
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), identity.uid, identity.gid)
  // The folder itself last: its owner says whether all of it changed hands.
  chownSync(folder, identity.uid, identity.gid)
}
