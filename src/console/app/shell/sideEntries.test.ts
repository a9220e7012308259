/** The sidebar shows the home of the user: the one of their account, or the only one that their roles have. In an application it shows groups. */
import { expect, test } from 'vitest'
import type { MenuNode } from '#console/app/menuTree.ts'
import { linksIn, sideEntries, type SideEntry } from './sideEntries.ts'

const node = (path: string | null, type: MenuNode['type'], children: readonly MenuNode[] = []): MenuNode => ({
  ...{ id: `${path}`, parentId: '', name: `${path}`, label: `${path}`, path, icon: null, type, sort: 0, children },
})
const area = (path: string): MenuNode =>
  node(path, '2', [node(`${path} group`, '0', [node(`${path}/dataCenter`, '0')])])
const pathsOf = (entries: readonly SideEntry[]): string[] =>
  entries.flatMap(entry =>
    entry.kind === 'link' ? [entry.link.path] : linksIn(entry.group).map(({ link }) => link.path),
  )
const shown = (menu: readonly MenuNode[], home: string): string[] =>
  pathsOf(sideEntries({ menu, isBuilt: () => true }, home, undefined))

test('of several homes only that of the account', () => {
  const menu = [area('/home'), area('/commonHome'), area('/sysHome')]
  expect(shown(menu, '/home')).toEqual(['/home/dataCenter', '/sysHome/dataCenter'])
  expect(shown(menu, '/commonHome')).toEqual(['/commonHome/dataCenter', '/sysHome/dataCenter'])
})

test('an employee of an agency has what its main account could grant: the home of that account', () => {
  expect(shown([area('/home'), area('/sysHome')], '/commonHome')).toEqual(['/home/dataCenter', '/sysHome/dataCenter'])
  expect(shown([area('/sysHome')], '/commonHome')).toEqual(['/sysHome/dataCenter'])
})

const group = (key: string, ...pages: readonly string[]): MenuNode => ({
  ...node(
    null,
    '0',
    pages.map(page => node(page, '0')),
  ),
  ...{ id: key, key: `applyHome/${key}`, label: key },
})
const ofClass = (key: string): MenuNode =>
  node(`/${key}`, '0', [node(`/${key}/equiSum`, '0'), node(`/${key}/equi`, '0')])
const application = (groups: readonly MenuNode[], classes: readonly string[] = []): readonly MenuNode[] => [
  node('/applyHome', '2', [node('applyManage', '0', [node('/apply', '0', groups), ...classes.map(ofClass)])]),
]
const inApplication = (menu: readonly MenuNode[], isBuilt = (_path: string): boolean => true): readonly SideEntry[] =>
  sideEntries({ menu, isBuilt }, '/home', '7')
/** A page by its path, a group by its label with what is in it. */
const shape = (entries: readonly SideEntry[]): unknown[] =>
  entries.map(entry =>
    entry.kind === 'link'
      ? entry.link.path
      : {
          [`${entry.group.label}`]: [
            ...entry.group.links.map(({ path }) => path),
            ...(entry.group.groups ?? []).map(({ label }) => label),
          ],
        },
  )

test('an application shows its groups in order, one of a single page as that page, the classes among its devices', () => {
  const menu = application(
    [
      group('overview', '/apply/apply'),
      group('people', '/apply/customPerson/default', '/apply/customOrganization/default'),
      group('device', '/apply/deviceGroup'),
      group('setting', '/apply/apiKey'),
    ],
    ['faceEqui', 'ledDevice'],
  )
  const entries = inApplication(menu)
  expect(shape(entries)).toEqual([
    '/apply/apply',
    { people: ['/apply/customPerson/default', '/apply/customOrganization/default'] },
    { device: ['/apply/deviceGroup', '/faceEqui', '/ledDevice'] },
    '/apply/apiKey',
  ])
  const [, , devices] = entries
  expect(devices?.kind === 'group' && linksIn(devices.group).map(({ link }) => link.href)).toEqual([
    '/apply/deviceGroup/7',
    ...['/faceEqui/equiSum/7', '/faceEqui/equi/7', '/ledDevice/equiSum/7', '/ledDevice/equi/7'],
  ])
  // Pages that do not exist are not shown, nor a group or class that has no other.
  expect(shape(inApplication(menu, path => path.startsWith('/apply/custom')))).toEqual([
    { people: ['/apply/customPerson/default', '/apply/customOrganization/default'] },
  ])
})

test('without pages of its own for devices, the classes still have their group; a page outside of the groups stays', () => {
  expect(shape(inApplication(application([node('/apply/timePlan', '0')], ['faceEqui'])))).toEqual([
    '/apply/timePlan',
    { '设备,Devices': ['/faceEqui'] },
  ])
  expect(shape(inApplication(application([], ['faceEqui'])))).toEqual([{ '设备,Devices': ['/faceEqui'] }])
  expect(shape(inApplication(application([group('people', '/apply/a', '/apply/b')])))).toEqual([
    { people: ['/apply/a', '/apply/b'] },
  ])
})
