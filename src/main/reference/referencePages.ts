/** The device reference, page by page, in one language. */
import type { DeviceClass } from '#model/device.ts'
import type { Page, PageContext } from './blocks.ts'
import { classPage } from './classPage.ts'
import { connectPage } from './connectPage.ts'
import { exchangesPage } from './exchangesPage.ts'
import { limitsPage } from './limitsPage.ts'
import { listsPage } from './listsPage.ts'
import { samplesPage } from './samplesPage.ts'
import { topicsPage } from './topicsPage.ts'

export function referencePages(context: PageContext, classes: readonly DeviceClass[]): Page[] {
  const [first] = classes
  if (!first) return []
  return [
    connectPage(context, first),
    topicsPage(context, first),
    exchangesPage(context, classes),
    listsPage(context, classes),
    limitsPage(context, first),
    samplesPage(context),
    ...classes.map(one => classPage(one, context)),
  ]
}
