/** Language and theme, on the pages before the console. */
import { Languages, Moon, Sun } from 'lucide-react'
import { DARK, LIGHT } from '#base/texts.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { toggleLanguage, useLanguage } from '#console/kit/language.tsx'
import { toggleTheme, useTheme } from '#console/kit/theme.ts'
import './LookButtons.css'

export const LookButtons = () => {
  const language = useLanguage()
  const theme = useTheme()
  return (
    <>
      <button type="button" className="language-button" onClick={toggleLanguage}>
        <Icon of={Languages} />
        {language === 'zh' ? 'English' : '中文'}
      </button>
      <IconButton icon={theme === 'dark' ? Sun : Moon} label={theme === 'dark' ? LIGHT : DARK} onPress={toggleTheme} />
    </>
  )
}
