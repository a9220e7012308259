/** The route guard, error pages, and a release that replaced the files of an open console. */
import { request, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { ADMIN_PASSWORD } from '../harness/server.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const pathOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search

describe('without a session', () => {
  test.each([
    ['/systemManage/loginLog?page=1', '/login'],
    ['/foshan/whatever/else', '/foshan/login'],
    ['/lock', '/login'],
  ])('%s leads to %s', async (path, login) => {
    const page = await stage.open(path, { as: null })
    await page.waitForURL(`**${login}`)
    await page.locator('input[name=password]').waitFor()
    // That was decided without loading the console behind the login.
    expect(
      await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/api\/(?!config|code)/.test(name))
          .map(({ name }) => name),
      ),
    ).toEqual([])
  })
  test('who signs in arrives where they wanted to go', async () => {
    const page = await stage.open('/systemManage/role?name=甲', { as: null })
    await page.waitForURL('**/login')
    await page.locator('input[name=username]').fill('admin')
    await page.locator('input[name=password]').fill(ADMIN_PASSWORD)
    await page.locator('.login-form button[type=submit]').click()
    await page.waitForURL('**/systemManage/role?*')
    await page.getByRole('heading', { name: '角色管理' }).waitFor()
    expect(decodeURIComponent(pathOf(page))).toBe('/systemManage/role?name=甲')
  })
})

describe('with a session', () => {
  test('the start offers the console', async () => {
    const page = await stage.open('/')
    await page.getByRole('link', { name: '进入控制台' }).click()
    await page.waitForURL('**/home/dataCenter')
    await page.locator('.shell-page h1').first().waitFor()
  })
  test.each(['/hardwareManage/firmwarePackManage', '/deviceShare/myShare', '/visitImac/equi/'])(
    'a page of the product that is not built says so: %s',
    async given => {
      const path = given.endsWith('/') ? given + stage.platform.appId : given
      const page = await stage.open(path)
      await page.getByRole('heading', { name: '暂未开放' }).waitFor()
      expect(pathOf(page)).toBe(path)
      await page.getByRole('button', { name: '返回首页' }).click()
      await page.waitForURL('**/home/dataCenter')
    },
  )
  test.each(['/nothing/like/this', '/systemManage/loginLogs', '/home/dataCenter/more'])(
    'there is no %s',
    async path => {
      const page = await stage.open(path)
      await page.getByRole('heading', { name: '页面不存在' }).waitFor()
      expect(await page.locator('.signpost code').innerText()).toBe(path)
    },
  )
  test('the menu leads only to pages that are there', async () => {
    const page = await stage.open(`/applyLayout/${stage.platform.appId}`)
    await page.waitForURL(url => !url.pathname.startsWith('/applyLayout'))
    await page.locator('.shell-side a[href^="/"]').first().waitFor()
    const closed = page.locator('.shell-side button[aria-expanded=false]:not([aria-haspopup])')
    const openAll = async (): Promise<void> => {
      while (await closed.count()) await closed.first().click()
    }
    await openAll()
    const links = await page
      .locator('.shell-side a[href^="/"]')
      .evaluateAll(all => all.map(link => link.getAttribute('href')!))
    expect(links.length).toBeGreaterThan(15)
    expect(links.filter(href => /undefined|:/.test(href))).toEqual([])
    // Links without the application leave it.
    for (const href of links.filter(one => one.endsWith(stage.platform.appId))) {
      await openAll()
      await page.locator(`.shell-side a[href="${href}"]`).first().click()
      await page.waitForURL(url => url.pathname === href)
      await page.locator('.shell-page :is(h1, [role=tablist])').first().waitFor()
      expect(await page.getByRole('heading', { name: /暂未开放|页面不存在|页面出错了/ }).count(), href).toBe(0)
    }
  })
})

describe('a chunk that a release replaced', () => {
  const CHUNK = /\/assets\/role\.page-[^/]+\.js$/
  const gone = { status: 404, contentType: 'text/plain', body: 'Not found' }
  test('is loaded with the target route, anew and once', async () => {
    stage.expectComplaint(/status of 404/, /dynamically imported module/)
    const page = await stage.open('/systemManage/user')
    await page.getByRole('heading', { name: '用户管理' }).waitFor()
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    let refused = false
    await page.route(CHUNK, route => (loads === 0 ? ((refused = true), route.fulfill(gone)) : route.continue()))
    await page.locator('.shell-side a[href="/systemManage/role"]').click()
    await page.getByRole('heading', { name: '角色管理' }).waitFor()
    await page.getByRole('button', { name: '新增角色' }).first().waitFor()
    expect([refused, loads, pathOf(page)]).toEqual([true, 1, '/systemManage/role'])
  })
  test('that stays unavailable ends in a page with the reason, not in a loop', async () => {
    stage.expectComplaint(/status of 404/, /dynamically imported module/, /Minified React error|The above error/)
    const page = await stage.open('/systemManage/user')
    await page.getByRole('heading', { name: '用户管理' }).waitFor()
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route(CHUNK, route => route.fulfill(gone))
    await page.locator('.shell-side a[href="/systemManage/role"]').click()
    await page.getByText('页面出错了').waitFor()
    expect(loads).toBe(1)
    await page.locator('.shell-side a[href="/systemManage/user"]').click()
    await page.getByRole('heading', { name: '用户管理' }).waitFor()
  })
})

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])('a script of the console is sent as the browser accepts it: %s', async (accepted, encoding) => {
  const [script] = /\/assets\/entry-[^"]+\.js/.exec(await (await fetch(stage.base)).text())!
  // `fetch` would unpack the answer.
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(stage.base + script, { headers: { 'accept-encoding': accepted } }, resolve)
      .once('error', reject)
      .end()
  })
  const bytes = Buffer.concat(await response.toArray())
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
  expect(plain.toString()).toContain('portico-theme')
  if (encoding) expect(bytes.length).toBeLessThan(plain.length / 2)
})
