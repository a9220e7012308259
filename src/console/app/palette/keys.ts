/** Every key of the console, for the list that `?` shows. */
import type { Text } from '#base/text.ts'

/** Each of `keys` is one way; keys pressed together are joined by a space. */
export type KeyLine = { keys: readonly string[]; does: Text }
export type KeyGroup = { label: Text; lines: readonly KeyLine[] }

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export const keyGroups: readonly KeyGroup[] = [
  {
    label: ['任何页面', 'Any page'],
    lines: [
      { keys: [`${command} K`], does: ['搜索页面、设备、人员、操作', 'Search pages, devices, people and actions'] },
      { keys: ['?'], does: ['显示键盘快捷键', 'Show the keyboard shortcuts'] },
      { keys: ['/'], does: ['在列表中搜索', 'Search in the list'] },
      { keys: ['Esc'], does: ['关闭窗口或详情', 'Close the dialog or the details'] },
    ],
  },
  {
    label: ['列表', 'Lists'],
    lines: [
      { keys: ['j', '↓'], does: ['下一行', 'Next row'] },
      { keys: ['k', '↑'], does: ['上一行', 'Previous row'] },
      { keys: ['Enter'], does: ['打开', 'Open'] },
      { keys: ['e'], does: ['编辑', 'Edit'] },
      { keys: ['x'], does: ['选中或取消选中', 'Select or deselect'] },
      { keys: ['n'], does: ['新增', 'Add'] },
      { keys: ['Delete'], does: ['删除选中的行或当前行', 'Delete the selected rows or the current row'] },
      { keys: ['u'], does: ['撤销刚才的删除', 'Undo the last deletion'] },
      { keys: ['←', '→'], does: ['焦点在列边线时调整列宽', 'Change the width of a column, at its edge'] },
    ],
  },
  {
    label: ['详情、菜单与图片', 'Details, menus and pictures'],
    lines: [
      { keys: ['j', 'k'], does: ['下一条、上一条', 'Next, previous'] },
      { keys: ['↑', '↓'], does: ['在菜单和选项中移动', 'Move in menus and choices'] },
      { keys: ['←', '→'], does: ['切换图片，查看曲线上的点', 'Change the picture, follow a curve'] },
      { keys: ['+', '-'], does: ['放大、缩小地图', 'Zoom the map'] },
    ],
  },
  {
    label: ['输入', 'Input'],
    lines: [
      { keys: [`${command} Enter`], does: ['保存表单', 'Save the form'] },
      { keys: ['Tab'], does: ['下一项；在代码中缩进', 'Next field; indent in code'] },
      { keys: ['Esc Tab'], does: ['离开代码', 'Leave the code'] },
      { keys: ['↑', '↓'], does: ['增减时间', 'Change the time'] },
    ],
  },
  {
    label: ['模板画布', 'Template canvas'],
    lines: [
      { keys: ['Alt ↑', 'Alt ↓'], does: ['移动字段', 'Move the field'] },
      { keys: ['Delete'], does: ['删除字段', 'Delete the field'] },
      { keys: ['Home', 'End'], does: ['第一个、最后一个字段', 'First, last field'] },
    ],
  },
]
