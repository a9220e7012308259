/** The sidebar shows the home of the user: the one of their account, or the only one that their roles have. */
import { expect, test } from 'vitest'
import type { MenuNode } from '#console/app/menuTree.ts'
import { sideEntries } from './sideEntries.ts'

const node = (path: string, type: MenuNode['type'], children: readonly MenuNode[] = []): MenuNode => ({
  ...{ id: path, parentId: '', name: path, label: path, path, icon: null, type, sort: 0, children },
})
const area = (path: string): MenuNode =>
  node(path, '2', [node(`${path} group`, '0', [node(`${path}/dataCenter`, '0')])])
const shown = (menu: readonly MenuNode[], home: string): string[] =>
  sideEntries({ menu, isBuilt: () => true }, home, undefined).flatMap(({ entries }) =>
    entries.flatMap(entry => (entry.kind === 'link' ? [entry.link.path] : entry.group.links.map(link => link.path))),
  )

test('of several homes only that of the account', () => {
  const menu = [area('/home'), area('/commonHome'), area('/sysHome')]
  expect(shown(menu, '/home')).toEqual(['/home/dataCenter', '/sysHome/dataCenter'])
  expect(shown(menu, '/commonHome')).toEqual(['/commonHome/dataCenter', '/sysHome/dataCenter'])
})

test('an employee of an agency has what its main account could grant: the home of that account', () => {
  expect(shown([area('/home'), area('/sysHome')], '/commonHome')).toEqual(['/home/dataCenter', '/sysHome/dataCenter'])
  expect(shown([area('/sysHome')], '/commonHome')).toEqual(['/sysHome/dataCenter'])
})
