/** What the tests need of the machine besides npm's packages: a browser, Chinese type for it, and the other end of the bus. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chromiumPath, HEADLESS_SHELL } from '../tests/harness/chromium.ts'

const NATS_PATHS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']
const FONT = 'fonts-noto-cjk'
export const BROWSER_PACKAGES = ['chromium-headless-shell', FONT]

/** Debian's packages, where we may: true when they are there now. */
function bring(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.log(`installing ${packages.join(' and ')} by apt-get …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet).status === 0
}

/** The other end of the bus between machines; without it the product works on one, and the bus's tests are left out. */
export function bringNatsServer(): void {
  if (NATS_PATHS.some(path => existsSync(path))) return
  if (!bring(['nats-server'])) {
    console.log('left out: the bus between machines (as root, apt-get install -y --no-install-recommends nats-server)')
    return
  }
  // It comes as a service of the machine, which is not wanted.
  spawnSync('systemctl', ['disable', '--now', 'nats-server'], { stdio: 'ignore' })
}

/** The path of the browser, with Chinese type for it; null where either is missing and cannot be brought. */
export function bringBrowser(): string | null {
  const type = (): boolean =>
    /Noto (Sans|Serif).*CJK/.test(spawnSync('fc-list', [], { encoding: 'utf8' }).stdout ?? '') ||
    ['/usr/share/fonts/opentype/noto', '/usr/share/fonts/noto-cjk'].some(
      folder => existsSync(folder) && readdirSync(folder).some(name => name.includes('CJK')),
    )
  const there = (): boolean => chromiumPath() !== undefined && type()
  const fastest = process.env.CHROMIUM !== undefined || existsSync(HEADLESS_SHELL)
  if (!fastest || !there()) bring(BROWSER_PACKAGES)
  // Not every release of Debian has the shell.
  if (!there()) bring(['chromium', FONT])
  return there() ? chromiumPath()! : null
}
