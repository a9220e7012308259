/** The public site: every route of it, in both languages and both themes, with its functions. */
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { phoneIndex } from '#modules/identity/api.ts'
import { bothThemes } from './axe.ts'
import { fieldOf } from './form.ts'
import { settled, useStage } from './stage.ts'
import { captchaOf } from './captchaOf.ts'
import { unstyled } from './unstyled.ts'

const stage = useStage()
const engine = { role: 'engine' } as const
const BRANDED = ['index', 'reg', 'regSuccess', 'resetPsw', 'resetPswSuccess', 'contactUs', 'contactUsSuccess', 'login']

let label: string
let doc: string
beforeAll(async () => {
  const { server, models } = stage.platform
  const made = await server.call('POST', '/api/device/warehouse', {
    sn: 'LABEL-0001',
    name: '南门门禁',
    modelId: models.accessControlDevice,
  })
  label = (await server.call('GET', `/api/device/warehouse/${made.body.data.id}`)).body.data.labelCode
  doc = (await server.call('GET', '/api/docs/tree?language=zh')).body.data[0].docs[0].id
})

/** Whether something is wider than the window. */
const tooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)

const ROUTES = [
  '/',
  ...BRANDED.map(name => `/${name}`),
  '/caseFactory',
  '/caseNcp',
  '/caseSchool',
  '/docs',
  '/docs/:doc',
  '/docs/api',
  '/docs/device/connect',
  '/docs/device/faceEqui',
  '/qrcode',
  '/deviceQrcode/:label',
  ...['foshan', 'nanc'].flatMap(brand => BRANDED.map(name => `/${brand}/${name}`)),
]
const fill = (path: string): string => path.replace(':doc', doc).replace(':label', label)

describe('every route', () => {
  test.each(ROUTES)('%s', async path => {
    const page = await stage.open(fill(path), { as: null, width: 390, height: 844 })
    await page.locator('h1').first().waitFor()
    await settled(page)
    expect(await tooWide(page), 'wider than a phone').toBe(false)
    const title = path.startsWith('/foshan') ? '佛山' : path.startsWith('/nanc') ? '南昌' : 'Portico'
    await expect.poll(() => page.title()).toContain(title)
    // The page of a completed reset navigates by itself.
    if (/Success$/.test(path)) return
    expect(await unstyled(page)).toEqual([])
    expect(await bothThemes(page)).toEqual([])
  })
  test.each(['/', '/docs', '/caseFactory', '/contactUs', '/reg', '/qrcode', '/deviceQrcode/:label'])(
    '%s in English',
    async path => {
      const page = await stage.open(fill(path), { as: null, language: 'en' })
      await page.locator('h1').first().waitFor()
      await settled(page)
      const { data } = (await stage.platform.server.call('GET', `/api/device/label/${label}`)).body
      // Names of brands, places and devices stay as people wrote them.
      const names = ['万物通', data.name, data.modelName, data.place, data.company].filter(Boolean)
      const words = names.reduce((text, name) => text.replaceAll(name, ''), await page.locator('main').innerText())
      expect(words).not.toMatch(/[\u4e00-\u9fa5]/)
    },
  )
})

test('it can be installed: the manifest is linked, and its pictures have the declared sizes', async () => {
  const page = await stage.open('/login', { as: null })
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await fetch(new URL(href!, stage.base))
  expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  const {
    start_url: start,
    display,
    icons,
  } = (await answer.json()) as {
    start_url: string
    display: string
    icons: { src: string; sizes: string; type: string }[]
  }
  expect([start, display]).toEqual(['/home', 'standalone'])
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect(icons.map(icon => icon.src)).toContain(touch)
  for (const { src, sizes, type } of icons) {
    const icon = await fetch(new URL(src, stage.base))
    expect(icon.headers.get('content-type'), src).toContain(type)
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
    if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes)
  }
  // Nothing of the product is kept on a phone: no service worker answers for the server.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

describe('what people do there', () => {
  test('a visitor finds a document, reads it, and rates it', async () => {
    const page = await stage.open('/docs', { as: null })
    await page.getByRole('searchbox').first().fill('webhook')
    await page
      .getByRole('link', { name: /接收并验证回调/ })
      .first()
      .click()
    await page.getByRole('heading', { name: '接收并验证回调', level: 1 }).waitFor()
    await page.getByRole('button', { name: '有帮助' }).click()
    await page.getByText('谢谢').waitFor()
    // On a phone the text comes first: both menus are collapsed, and the search is not.
    await page.setViewportSize({ width: 390, height: 844 })
    const [contents, outline] = [page.getByRole('button', { name: '目录' }), page.getByRole('button', { name: '本页' })]
    const samples = page.getByRole('link', { name: '四种语言的示例' })
    expect((await page.locator('h1').boundingBox())!.y).toBeLessThan(844 / 2)
    expect(await page.getByRole('searchbox').first().isVisible()).toBe(true)
    expect(await samples.isVisible()).toBe(false)
    await outline.click()
    await page.getByRole('navigation', { name: '本页' }).getByRole('link').last().click()
    expect(await outline.getAttribute('aria-expanded')).toBe('false')
    await contents.press('Enter')
    expect(await contents.getAttribute('aria-expanded')).toBe('true')
    await samples.press('Enter')
    await page.getByRole('heading', { name: 'API 示例' }).waitFor()
    expect(await samples.isVisible()).toBe(false)
    expect(await contents.evaluate(button => button === document.activeElement)).toBe(true)
    // Where both fit, the menu stays as it is, and so does the focus.
    await page.setViewportSize({ width: 1440, height: 900 })
    const article = page.getByRole('navigation', { name: '目录' }).getByRole('link').first()
    await article.click()
    await page.getByRole('navigation', { name: '相邻文档' }).waitFor()
    expect(await article.evaluate(link => link === document.activeElement)).toBe(true)
    await samples.click()
    await expect.poll(() => page.title()).toMatch(/^文档 · /)
    await page.getByRole('tab', { name: 'Python' }).click()
    await page.getByText('client_credentials').first().waitFor()
    await page.getByRole('searchbox', { name: '查找接口' }).fill('/api/admin/site/page')
    const call = page.getByRole('list', { name: '接口' }).getByRole('button', { name: '/api/admin/site/page' })
    expect(await call.innerText()).toMatch(/[\u4e00-\u9fa5]/)
    await call.click()
    await page.getByText('requests.request(').waitFor()
    // The description uses the language and the theme chosen here.
    await page.evaluate(() => localStorage.setItem('portico-theme', 'dark'))
    await page.setViewportSize({ width: 390, height: 844 })
    await contents.click()
    await page.getByRole('link', { name: '完整接口说明' }).click()
    await page.waitForURL('**/api/docs?lang=zh')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
    const subjects = page.locator('#subjects')
    expect(await subjects.isVisible()).toBe(false)
    // Only the navigation is searched, because the page contains every operation.
    await page.locator('nav').getByRole('button', { name: '目录' }).click()
    await subjects.getByRole('link', { name: '站点' }).click()
    expect(await subjects.isVisible()).toBe(false)
    expect(await page.locator('summary', { hasText: '`' }).count()).toBe(0)
  })

  test('a visitor writes a message; errors are beside their fields, and a valid message arrives', async () => {
    stage.expectComplaint(/status of 400/)
    const page = await stage.open('/foshan/contactUs', { as: null })
    const form = page.locator('form')
    await form.locator('button[type=submit]').click()
    await form.getByText('请输入姓名', { exact: true }).waitFor()
    await fieldOf(form, '姓名').locator('input').fill('周宁')
    await fieldOf(form, '手机号').locator('input').fill('13700009999')
    await fieldOf(form, '留言').locator('textarea').fill('园区有 12 个门，想了解方案')
    await form.locator('input[name=code]').fill(await captchaOf(stage, page))
    await form.locator('button[type=submit]').click()
    await page.waitForURL('**/foshan/contactUsSuccess')
    const staff = await stage.open('/systemManage/leaveMessage')
    await staff.getByRole('cell', { name: '周宁' }).waitFor()
  })

  test('they scan a label and report a fault, which becomes a ticket', async () => {
    const page = await stage.open(`/deviceQrcode/${label}`, { as: null, width: 390, height: 844 })
    await page.getByRole('heading', { name: '南门门禁' }).waitFor()
    expect(await page.locator('main').innerText()).not.toContain('LABEL-0001')
    await page.getByRole('radio', { name: '无法开门' }).check({ force: true })
    // A long name is truncated, and does not widen the page.
    await page
      .locator('input[type=file]')
      .setInputFiles({
        name: `${'门口的照片'.repeat(12)}.png`,
        mimeType: 'image/png',
        buffer: Buffer.from('no picture'),
      })
    await page.getByRole('button', { name: /^移除/ }).waitFor()
    expect(await tooWide(page)).toBe(false)
    await page.getByRole('button', { name: /^移除/ }).click()
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'door.png', mimeType: 'image/png' },
      buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } })
        .png()
        .toBuffer(),
    })
    await expect
      .poll(() => page.getByRole('img', { name: 'door.png' }).evaluate(one => (one as HTMLImageElement).naturalWidth))
      .toBe(60)
    await fieldOf(page.locator('form'), '问题描述').locator('textarea').fill('按了没有反应')
    await fieldOf(page.locator('form'), '报修人').locator('input').fill('过路人')
    await fieldOf(page.locator('form'), '联系方式').locator('input').fill('13600008888')
    await page.locator('input[name=code]').fill(await captchaOf(stage, page))
    await page.getByRole('button', { name: '提交报修' }).click()
    const accepted = await page.getByText(/已受理，工单 R\d+/).innerText()
    const staff = await stage.open('/systemManage/equipmentReport')
    await staff.getByText(/R\d+/.exec(accepted)![0]).first().waitFor()
  })

  test('they register and work in an application of their own', async () => {
    const { ports } = stage.platform.server
    const phone = '13511112222'
    const page = await stage.open('/reg', { as: null })
    await fieldOf(page.locator('main'), '手机号').locator('input').fill(phone)
    // The code is sent to a phone; here it is written where the platform stores it.
    const index = ports.vault.blindIndex(`${phone}|register|1|135790`, 'sms code')
    await ports.db.query(
      engine,
      sql`insert into identity.sms_code (phone_index, purpose, brand, code_index, until) values (${phoneIndex(ports, phone)}, 'register', '1', ${index}, now() + interval '5 minutes')`,
    )
    await fieldOf(page.locator('main'), '短信验证码').locator('input').fill('135790')
    await page.getByRole('button', { name: '下一步' }).click()
    await fieldOf(page.locator('main'), '企业名称').locator('input').fill('云起物业')
    await fieldOf(page.locator('main'), '联系人').locator('input').fill('沈经理')
    await page.getByRole('button', { name: '下一步' }).click()
    await fieldOf(page.locator('main'), '用户名').locator('input').fill('yunqi-main')
    const secret = createHash('sha256').update('yunqi').digest('hex').slice(0, 16)
    for (const box of await page.locator('input[type=password]').all()) await box.fill(secret)
    await page.getByText('我同意平台').click()
    await page.getByRole('button', { name: '完 成' }).click()
    await page.waitForURL('**/regSuccess')
    await page.getByRole('button', { name: /去登录/ }).click()
    await page.locator('input[name=username]').fill('yunqi-main')
    await page.locator('input[name=password]').fill(secret)
    await page.locator('.login-form button[type=submit]').click()
    await page.waitForURL(/\/(commonHome|home)\//)
    await page.goto(`${stage.base}/home/apply`)
    await page.getByText('云起物业试用').first().waitFor()
  })
})

test.each([
  [['zh-TW', 'en-US'], 'zh-CN', '登录 · '],
  [['fr-FR', 'en-GB', 'zh-CN'], 'en', 'Sign in · '],
  [['de-DE'], 'en', 'Sign in · '],
])('a browser that prefers %j sees its first page in %s', async (languages, lang, words) => {
  const page = await stage.open('/login', { as: null })
  await page.addInitScript(own => {
    Object.defineProperty(navigator, 'languages', { get: () => own })
    localStorage.removeItem('portico-language')
  }, languages)
  await page.reload()
  await expect.poll(() => page.title()).toContain(words)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang)
})
