/** The default menu: each page in its place once, and every permission point in it, since only those can be granted. */
import { expect, test } from 'vitest'
import { iconSet } from '#console/kit/iconSet.ts'
import { APPLICATION_GROUPS } from '#main/applicationGroups.ts'
import { CLASS_PAGES } from '#main/classPages.ts'
import { defaultMenu } from '#main/defaultMenu.ts'
import { AREAS } from '#main/menuAreas.ts'
import { classes, lenses, nouns } from '#main/registry.ts'
import { parts } from '#main/wire.ts'
import { PAGE_KINDS } from '#model/device.ts'
import { permissionPoints } from '#model/noun.ts'

test('an area names lenses that there are', () => {
  const named = AREAS.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages))
  expect(named.filter(page => 'lens' in page && !lenses.has(page.lens))).toEqual([])
})
test('a page that only some applications have names an ability of a class', () => {
  const abilities = new Set([...classes.values()].flatMap(one => one.abilities.map(({ name }) => name)))
  const named = AREAS.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages.flatMap(page => page.ability ?? [])))
  expect(named.filter(ability => !abilities.has(ability))).toEqual([])
  expect(named).not.toEqual([])
})
test('every kind of page of a class has its row', () => {
  expect(Object.keys(CLASS_PAGES).sort()).toEqual([...PAGE_KINDS].sort())
})
test('an application has every page in exactly one group, and no group without pages', () => {
  const menu = defaultMenu()
  const groups = menu.filter(row => row.parentKey === 'applyHome/apply')
  expect(groups.map(({ key }) => key)).toEqual(
    APPLICATION_GROUPS.filter(({ pages }) => pages.length).map(({ key }) => `applyHome/${key}`),
  )
  expect(groups.map(({ type, path }) => [type, path])).toEqual(groups.map(() => ['0', null]))
  const own = menu.filter(row => row.type === '0' && row.path?.startsWith('/apply/'))
  expect(own.filter(row => !groups.some(({ key }) => key === row.parentKey))).toEqual([])
  expect(new Set(own.map(({ path }) => path)).size).toBe(own.length)
  expect(new Set(menu.map(({ key }) => key)).size).toBe(menu.length)
  for (const { key } of groups)
    expect(
      own.some(row => row.parentKey === key),
      key,
    ).toBe(true)
})
const points = new Set([...nouns.values()].flatMap(noun => permissionPoints(noun).map(({ point }) => point)))
test('every point in the menu exists, every endpoint asks for one that can be granted', () => {
  const inMenu = new Set(defaultMenu().flatMap(row => (row.permission ? [row.permission] : [])))
  for (const point of inMenu) expect(points.has(point), point).toBe(true)
  for (const part of parts)
    if ((part.part === 'endpoint' || part.part === 'raw') && part.access !== 'public' && part.access !== 'login')
      expect(points.has(part.access), `${part.path} asks for ${part.access}`).toBe(true)
})
test('every noun is reached from the menu, since only points of the menu can be granted', () => {
  const inMenu = new Set(defaultMenu().flatMap(row => (row.permission ? [row.permission] : [])))
  const away = [...nouns.values()].filter(noun => permissionPoints(noun).some(({ point }) => !inMenu.has(point)))
  expect(
    away.map(noun => noun.key),
    'name its lens in src/main/menuAreas.ts or applicationGroups.ts',
  ).toEqual([])
})
test('its icons are in the set of icons', () => {
  const used = new Set(defaultMenu().map(row => row.icon ?? 'folder'))
  expect(
    [...used].filter(name => !iconSet.has(name)),
    'src/console/kit/iconSet.ts',
  ).toEqual([])
})
test('parents come before children', () => {
  const seen = new Set<string>()
  for (const row of defaultMenu()) {
    if (row.parentKey) expect(seen.has(row.parentKey), row.key).toBe(true)
    seen.add(row.key)
  }
})
