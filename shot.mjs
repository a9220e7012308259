import { chromium } from 'playwright-core'
const [theme, width, out, ...steps] = process.argv.slice(2)
import { readFileSync } from 'node:fs'
const log = readFileSync('/tmp/v/start.log','utf8')
const pw = /demo[^\n]*?([A-Za-z0-9!@#$%^&*_-]{10,})\s*$/m.exec(log)?.[1]
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--headless','--no-sandbox', ...(process.env.GL ? ['--use-gl=angle','--use-angle=swiftshader','--enable-unsafe-swiftshader','--ignore-gpu-blocklist'] : ['--disable-gpu'])] })
const p = await b.newPage({ viewport: { width: +width, height: +(process.env.H ?? 900) }, locale: process.env.LANG_ === 'en' ? 'en-US' : 'zh-CN', reducedMotion: 'reduce' })
await p.addInitScript(([t,l]) => { localStorage.setItem('portico-theme', t); localStorage.setItem('portico-language', l) }, [theme, process.env.LANG_ ?? 'zh'])
await p.goto('http://127.0.0.1:8090/login')
await p.locator('.login-form input').first().fill(process.env.USER_ ?? 'demo')
await p.locator('.login-form input[type=password]').fill(process.env.PASS_ ?? process.env.PW)
await p.keyboard.press('Enter')
await p.locator('.topbar').waitFor()
let n = 0
for (const step of steps) {
  for (const [i, part] of step.split('>>').entries()) {
    if (i === 0) { if (part) await p.goto('http://127.0.0.1:8090' + part) }
    else if (part.startsWith('click=')) await p.locator(part.slice(6)).first().click()
    else if (part.startsWith('btn=')) await p.getByRole('button', { name: part.slice(4) }).first().click()
    else if (part.startsWith('tab=')) await p.getByRole('tab', { name: part.slice(4) }).first().click()
    else if (part.startsWith('key=')) await p.keyboard.press(part.slice(4))
    else if (part.startsWith('wait=')) await p.waitForTimeout(+part.slice(5))
  }
  await p.waitForTimeout(1800)
  await p.screenshot({ path: steps.length > 1 ? out.replace('.png', `-${++n}.png`) : out })
}
await b.close()
