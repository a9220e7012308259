/** The word of the captcha that a page shows. */
import type { Page } from 'playwright-core'
import { newCaptcha } from '#modules/identity/signIn/captcha.server.ts'
import type { Stage } from './stage.ts'

/** The server draws it again; the page's own request must come before that, because it stores a word too. */
export async function captchaOf({ base, platform }: Stage, page: Page): Promise<string> {
  const picture = page.locator('.login-captcha img').first()
  await picture.evaluate((image: HTMLImageElement) => image.decode())
  const randomStr = new URL((await picture.getAttribute('src'))!, base).searchParams.get('randomStr')!
  return newCaptcha(platform.server.ports, randomStr)
}
