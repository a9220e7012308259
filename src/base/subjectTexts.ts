/** What the platform is about, as headings, menus and figures name it. */
import type { Text } from './text.ts'

export const APPLICATIONS: Text = ['应用', 'Applications']
export const DEVICES: Text = ['设备', 'Devices']
export const PEOPLE: Text = ['人员', 'People']
export const MENU: Text = ['菜单', 'Menu']
