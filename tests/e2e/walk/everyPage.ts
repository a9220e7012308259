/** The tests of one part of the walk: every page of it as the administrator, and the contents of the logs afterwards. */
import { describe, expect, test } from 'vitest'
import { defaultMenu } from '#main/defaultMenu.ts'
import { classes, lenses, nouns } from '#main/registry.ts'
import { verbsOf } from '#model/noun.ts'
import { bothThemes, oneTheme } from '../axe.ts'
import { useStage, type Stage } from '../stage.ts'
import { unstyled } from '../unstyled.ts'
import { useFurnished } from './furnished.ts'
import { walkPartOf, type WalkPart } from './parts.ts'
import { CANARIES, walk } from './walk.ts'

/** The partners' start page is the same page under another name; the partner's walk covers it. */
const MENU = defaultMenu()
/** Groups have paths too, but no pages. */
const GROUPS = new Set(MENU.flatMap(({ type, parentKey }) => (type === '0' ? [parentKey] : [])))
const PATHS = [
  ...new Set(MENU.flatMap(({ type, path, key }) => (type === '0' && path && !GROUPS.has(key) ? [path] : []))),
]
  .filter(path => !path.startsWith('/commonHome/'))
  .map(path => (/^\/(systemManage|hardwareManage|gatewayManage|home)\//.test(path) ? path : `${path}/:appId`))
/** Classes share their pages: for further classes, only what differs is pressed. */
const CLASS_PAGE = new RegExp(`^/(${[...classes.keys()].join('|')})/`)
const kindOf = (path: string): string => path.replace(CLASS_PAGE, '/:deviceClass/')
/** Titles of the forms offered by the lists on these pages. */
const formTitles = (part: WalkPart): string[] =>
  [...lenses.values()].flatMap(lens => {
    const noun = nouns.get(lens.of)!
    if (!PATHS.some(path => walkPartOf(path) === part && kindOf(path).replace('/:appId', '') === lens.path)) return []
    return (
      [
        ['add', '新增'],
        ['edit', '编辑'],
      ] as const
    ).flatMap(([verb, word]) =>
      verbsOf(noun).includes(verb) && (lens.verbs ?? [verb]).includes(verb) && lens.buttons?.[verb] !== false
        ? [word + noun.label[0]]
        : [],
    )
  })
/** Companies and sites are edited on pages of their own and rules in a separate dialog; there are no rows of advertisements and packages. */
const WITHOUT_DIALOG = [
  ...['编辑代理商', '编辑供应商', '编辑广告', '编辑APK', '编辑站点', '新增联动规则', '编辑联动规则'],
]
/** A device is edited from the menu of its drawer, which a press on its row opens: the title of that form. */
async function editedFromDrawer(stage: Stage): Promise<string> {
  const { ask, appId } = stage.platform
  const deviceClass = 'accessControlDevice'
  const { records } = await ask('GET', `/api/device/bind/page?deviceClass=${deviceClass}`)
  const page = await stage.open(`/${deviceClass}/equi/${appId}?row=${records[0].id}`)
  await page.locator('.drawer').getByRole('button', { name: '更多操作' }).first().click()
  await page.getByRole('menuitem', { name: /编辑/ }).first().click()
  const title = page.locator('.dialog .dialog-title')
  await title.waitFor()
  return title.innerText()
}

/** Must be called at the top of a test file. */
export function walkEveryPage(part: WalkPart): void {
  const stage = useStage()
  const { logs, secretsIn } = useFurnished(stage)
  describe('every button', () => {
    test('of every page, as the administrator', async () => {
      stage.expectComplaint(/status of 4\d\d/)
      const only = process.env.WALK_ONLY
      const paths = PATHS.map(path => path.replace(':appId', stage.platform.appId)).filter(
        path => walkPartOf(path) === part && (!only || new RegExp(only).test(path)),
      )
      const walked = await walk(stage, paths, {
        look: async (page, further) =>
          further ? oneTheme(page) : [...(await unstyled(page)), ...(await bothThemes(page))],
        kindOf,
      })
      expect(walked.problems).toEqual([])
      expect(walked.refusals.flatMap(secretsIn)).toEqual([])
      if (only) return
      // On average, of pages with buttons of their own.
      expect(walked.pressed / new Set(paths.map(kindOf)).size).toBeGreaterThan(18)
      if (part === 'Classes') walked.opened.add(await editedFromDrawer(stage))
      const titles = [...new Set(formTitles(part))]
      expect(titles.length).toBeGreaterThan(10)
      expect(titles.filter(title => !walked.opened.has(title))).toEqual(
        titles.filter(title => WITHOUT_DIALOG.includes(title)),
      )
    }, 900_000)
    test('nothing that was typed as a secret is in a log', async () => {
      const written = await logs()
      expect(written).toContain('log-mark')
      expect(secretsIn(written)).toEqual([])
      // Search terms must not be logged either: addresses are logged without their query.
      expect(written.includes(CANARIES.text.slice(0, 6))).toBe(false)
    })
  })
}
