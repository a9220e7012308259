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

/** The path in `CHROMIUM`, else the first browser there is; undefined without one. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM ?? '', ...PATHS].find(path => path && existsSync(path))

/** The same where a browser is needed. Throws without one. */
export function chromiumOrThrow(): string {
  const path = chromiumPath()
  if (!path) throw new Error('no browser was found: set CHROMIUM to the path of a Chromium')
  return path
}
