/** What the tests need of the machine besides npm packages: a browser, a Chinese font for it, and a NATS server. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chromiumPath, HEADLESS_SHELL } from '../tests/harness/chromium.ts'

const NATS_PATHS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']
const FONT = 'fonts-noto-cjk'
export const BROWSER_PACKAGES = ['chromium-headless-shell', FONT]

/** Installs Debian packages, if permitted: true when they are installed. */
function bring(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.log(`installing ${packages.join(' and ')} by apt-get …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet).status === 0
}

/** Installs the NATS server; without it the tests of the bus between machines are left out. */
export function bringNatsServer(): void {
  if (NATS_PATHS.some(path => existsSync(path))) return
  if (!bring(['nats-server'])) {
    console.log('left out: the bus between machines (as root, apt-get install -y --no-install-recommends nats-server)')
    return
  }
  // The package starts it as a service of the machine, which is not wanted.
  spawnSync('systemctl', ['disable', '--now', 'nats-server'], { stdio: 'ignore' })
}

/** The path of the browser, with a Chinese font; null where either is missing and cannot be installed. */
export function bringBrowser(): string | null {
  const type = (): boolean =>
    /Noto (Sans|Serif).*CJK/.test(spawnSync('fc-list', [], { encoding: 'utf8' }).stdout ?? '') ||
    ['/usr/share/fonts/opentype/noto', '/usr/share/fonts/noto-cjk'].some(
      folder => existsSync(folder) && readdirSync(folder).some(name => name.includes('CJK')),
    )
  const there = (): boolean => chromiumPath() !== undefined && type()
  const fastest = process.env.CHROMIUM !== undefined || existsSync(HEADLESS_SHELL)
  if (!fastest || !there()) bring(BROWSER_PACKAGES)
  // Not every release of Debian has the headless shell.
  if (!there()) bring(['chromium', FONT])
  return there() ? chromiumPath()! : null
}
