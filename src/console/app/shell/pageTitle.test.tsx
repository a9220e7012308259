/** The title of a page is said once on a phone: by the page, in full; the bar above says whose page it is. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { Breadcrumb } from '#console/kit/layout/Breadcrumb.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import { ShownTitle } from '#console/kit/layout/ShownTitle.ts'
import './Shell.css'

test.each([
  [390, '人员管理', ['江南实验学校', '人员管理']],
  [390, '人脸设备', ['人员管理', '人脸设备']],
  [1440, '人员管理', ['江南实验学校', '人员管理', '人员管理']],
] as const)('at %i px above %s', async (width, title, expected) => {
  await page.viewport(width, 800)
  await render(
    <KitRoot>
      <div className="shell">
        <header className="topbar">
          <Breadcrumb items={[{ label: '江南实验学校', href: '/home' }, { label: '人员管理' }]} />
        </header>
        <ShownTitle value="人员管理">
          <PageHead title={title} count="133 条" />
        </ShownTitle>
      </div>
    </KitRoot>,
  )
  const shown = [...document.querySelectorAll<HTMLElement>('.breadcrumb-item, h1')].filter(one => one.offsetWidth > 1)
  expect(shown.map(one => one.textContent)).toEqual(expected)
})
