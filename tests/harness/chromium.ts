/** The browser of the tests: Debian's headless shell, which draws no window and so takes a third less time, or any Chromium. */
import { existsSync } from 'node:fs'

export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const PATHS = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** The path in `CHROMIUM`, else the first installed browser; undefined without one. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM ?? '', ...PATHS].find(path => path && existsSync(path))

/** The same where a browser is required. Throws without one. */
export function chromiumOrThrow(): string {
  const path = chromiumPath()
  if (!path) throw new Error('no browser was found: set CHROMIUM to the path of a Chromium')
  return path
}

/**
 * How tests start it. No memory for tiles means that no pixel is painted: layout, focus and presses are as ever, and
 * painting alone took as much of the processor as the page itself. With `PICTURES` (a folder for screenshots) it paints.
 */
export const CHROMIUM_ARGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.env.PICTURES ? [] : ['--force-gpu-mem-available-mb=0']),
]
