/** Each page has complete definitions when it is the first page opened. */
import { expect, test, vi } from 'vitest'
import { routeTable } from '#console/app/routeTable.ts'
import { lensIndex } from './generated/nounIndex.ts'

test.each(lensIndex.map(({ key, of }) => [key, of]))('lens %s opened first', async (key, of) => {
  vi.resetModules()
  const { consoleRegistry: registry } = await import('./consoleRegistry.ts')
  await registry.prepare(of, key)
  expect(registry.lenses.get(key)!.columns.length).toBeGreaterThan(0)
  expect(registry.nouns.has(of)).toBe(true)
})

test('a page is given the lens it is named after, also where its tabs show others', async () => {
  const { consoleRegistry: registry } = await import('./consoleRegistry.ts')
  const named = routeTable(registry).filter(entry => entry.as === 'page' && registry.lenses.has(entry.name))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(entry => entry.lens?.key !== entry.name)).toEqual([])
  expect(routeTable(registry).find(entry => entry.path === '/systemManage/platformUser')?.as).toBe('page')
})

test('rows bring the classes whose words they are shown in, and no other', async () => {
  vi.resetModules()
  const { consoleRegistry: registry } = await import('./consoleRegistry.ts')
  const [one] = registry.classIndex.map(({ key }) => key)
  await registry.prepare('passRecord', 'recordQuery')
  expect([...registry.classes.keys()]).toEqual([])
  await registry.prepareRows('passRecord', [{ deviceClass: one }, { deviceClass: 'of a later version' }])
  expect([...registry.classes.keys()]).toEqual([one])
  await registry.prepareRows('person', [{}])
  expect([...registry.classes.keys()]).toEqual([one])
  await registry.prepareRows('operLog', [{}])
  expect(registry.classes.size).toBe(registry.classIndex.length)
})

test('all classes are in one order, whichever was needed first', async () => {
  vi.resetModules()
  const { consoleRegistry: registry } = await import('./consoleRegistry.ts')
  const keys = registry.classIndex.map(({ key }) => key)
  await registry.prepareRows('passRecord', [{ deviceClass: keys.at(-1) }])
  expect([...(await registry.allClasses()).keys()]).toEqual(keys)
})

test('rows bring the definitions of the objects that they name, and no other', async () => {
  vi.resetModules()
  const { consoleRegistry: registry } = await import('./consoleRegistry.ts')
  await registry.prepare('operLog', 'operLog')
  expect([...registry.nouns.keys()]).toEqual(['operLog'])
  await registry.prepareRows('operLog', [{ object: 'ticket' }, { object: 'ofALaterVersion' }])
  expect(registry.nouns.has('ticket')).toBe(true)
  expect(registry.nouns.has('person')).toBe(false)
})

test('what only forms and dialogs choose from comes with them', async () => {
  vi.resetModules()
  const { consoleRegistry: registry } = await import('./consoleRegistry.ts')
  await registry.prepare('linkage', 'union')
  expect(registry.nouns.has('site')).toBe(false)
  expect(registry.forDialogs('linkage')).toBe(registry.forDialogs('linkage'))
  await registry.forDialogs('linkage')
  expect(['site', 'timePlan', 'authGroup', 'deviceBind'].filter(key => !registry.nouns.has(key))).toEqual([])
})
