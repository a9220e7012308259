/** The user as whom PostgreSQL runs: it refuses root, and its user must be able to reach its programs and own its data. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type IdentityName = 'self' | 'namespace' | 'nobody' | 'capable'

/** `uid`/`gid`: owner of these files as seen from outside. `wrap` turns a command into one that runs as this identity. */
export type Identity = {
  name: IdentityName
  uid: number
  gid: number
  wrap: (command: string[]) => { command: string[]; uid?: number; gid?: number }
}

const NOBODY = 65534

/**
 * The first identity that can run `program` and write `folder`, both of which exist. An ordinary user is used unchanged. Root uses
 * 1. a user namespace, in which root's files appear as owned by nobody: nothing is copied and no owner changes;
 * 2. where namespaces are forbidden (many containers), the user `nobody` (or the owner of the data);
 * 3. where that user cannot enter a closed parent folder, the same with the capability to enter it.
 * Data of another owner is given to the chosen one. Throws a one-line error when nothing works.
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

/** access(2), with which PostgreSQL finds itself, drops the capabilities of an ordinary user unless `no_setuid_fixup` is set. */
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

/** Changes the owner of a folder and its contents to the identity; does nothing when it already is the owner. */
export function giveTo(identity: Identity, folder: string): void {
  if (process.getuid?.() !== 0 || statSync(folder).uid === identity.uid) return
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), identity.uid, identity.gid)
  // The folder itself last: its owner shows whether the change was completed.
  chownSync(folder, identity.uid, identity.gid)
}
