/** The acts of the command palette: adding a row to a list, and the acts of the account and the console. */
import { lowered } from '#base/text.ts'
import { Keyboard, Languages, Lock, LogOut, Moon, Plus, ShieldCheck, Sun } from 'lucide-react'
import { YOUR_ACCOUNT } from '#base/texts.ts'
import { lockNow } from '#console/app/lockNow.ts'
import { leave, SIGN_OUT } from '#console/app/leave.ts'
import { toggleLanguage } from '#console/kit/language.tsx'
import type { PaletteItem } from '#console/kit/overlay/CommandPalette.tsx'
import { toggleTheme, type Theme } from '#console/kit/theme.ts'
import type { Placed } from './paletteLens.ts'

export const addItems = (placed: readonly Placed[], can: (point: string) => boolean): readonly PaletteItem[] =>
  placed.flatMap(({ lens, hrefOf }): PaletteItem[] => {
    const href = lens.adds && can(`${lens.of}:list`) && can(`${lens.of}:add`) ? hrefOf() : undefined
    return href === undefined
      ? []
      : [
          {
            id: `add ${lens.key}`,
            label: [`新增${lens.label[0]}`, `Add ${lowered(lens.label[1])}`],
            icon: Plus,
            href: `${href}?add=1`,
          },
        ]
  })

export const consoleItems = (home: string, theme: Theme, showKeys: () => void): readonly PaletteItem[] => [
  {
    id: 'theme',
    label: theme === 'dark' ? ['切换到浅色', 'Switch to light'] : ['切换到深色', 'Switch to dark'],
    icon: theme === 'dark' ? Sun : Moon,
    onPress: toggleTheme,
  },
  { id: 'language', label: ['Switch to English', '切换到中文'], icon: Languages, onPress: toggleLanguage },
  { id: 'keys', label: ['键盘快捷键', 'Keyboard shortcuts'], icon: Keyboard, end: '?', onPress: showKeys },
  { id: 'security', label: YOUR_ACCOUNT, icon: ShieldCheck, href: `${home}/security` },
  { id: 'lock', label: ['锁屏', 'Lock the screen'], icon: Lock, onPress: lockNow },
  { id: 'leave', label: SIGN_OUT, icon: LogOut, onPress: () => void leave() },
]
