/** Language and theme as buttons: of the top bar, or of the account menu where the bar is narrow. */
import { Languages, Moon, Sun } from 'lucide-react'
import { DARK, LIGHT } from '#base/texts.ts'
import { toggleLanguage, useLanguage } from '#console/kit/language.tsx'
import { useNarrow } from '#console/kit/layout/useNarrow.ts'
import { toggleTheme, useTheme } from '#console/kit/theme.ts'

/** Those of the bar, or of the menu (`inMenu`): each is in one of the two. */
export const useLook = (inMenu: boolean) => {
  const narrow = useNarrow()
  const language = useLanguage()
  const dark = useTheme() === 'dark'
  if (narrow !== inMenu) return []
  return [
    { id: 'language', icon: Languages, label: language === 'zh' ? 'English' : '中文', onPress: toggleLanguage },
    { id: 'theme', icon: dark ? Sun : Moon, label: dark ? LIGHT : DARK, onPress: toggleTheme },
  ]
}
