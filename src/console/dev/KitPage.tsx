/** Every component of the kit in every state, for review and tests. */
import { useState, type ComponentType } from 'react'
import { Cpu, Languages, Moon, Sun, Users } from 'lucide-react'
import { ButtonSection } from '#console/dev/ButtonSection.tsx'
import { ChartSection } from '#console/dev/ChartSection.tsx'
import { DataSection } from '#console/dev/DataSection.tsx'
import { DefinedSection } from '#console/dev/DefinedSection.tsx'
import { FieldSection } from '#console/dev/FieldSection.tsx'
import { FigureSection } from '#console/dev/FigureSection.tsx'
import { ListSection } from '#console/dev/ListSection.tsx'
import { OverlaySection } from '#console/dev/OverlaySection.tsx'
import { RareFieldSection } from '#console/dev/RareFieldSection.tsx'
import { StructureSection } from '#console/dev/StructureSection.tsx'
import { Breadcrumb } from '#console/kit/layout/Breadcrumb.tsx'
import { Button } from '#console/kit/Button.tsx'
import { CommandPalette, usePaletteKey, type PaletteProvider } from '#console/kit/overlay/CommandPalette.tsx'
import { DrawerDock } from '#console/kit/overlay/DrawerDock.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { toggleLanguage, useTranslate } from '#console/kit/language.tsx'
import { Logo } from '#console/kit/Logo.tsx'
import { toggleTheme, useTheme } from '#console/kit/theme.ts'
import './KitPage.css'

const providers: readonly PaletteProvider[] = [
  {
    id: 'pages',
    label: ['页面', 'Pages'],
    search: text =>
      [
        { id: 'equi', label: '设备管理', icon: Cpu, note: '门禁控制器', end: '页面' },
        { id: 'person', label: '人员管理', icon: Users, note: '滨江壹号', end: '页面' },
      ].filter(item => item.label.includes(text)),
  },
  {
    id: 'theme',
    label: ['操作', 'Acts'],
    search: text =>
      text && !'切换主题'.includes(text)
        ? []
        : [{ id: 'theme', label: ['切换主题', 'Switch the theme'], icon: Moon, onPress: toggleTheme }],
  },
]

const SECTIONS: readonly ComponentType[] = [
  ListSection,
  FigureSection,
  ChartSection,
  ButtonSection,
  DataSection,
  FieldSection,
  RareFieldSection,
  DefinedSection,
  StructureSection,
  OverlaySection,
]

export const KitPage = ({ sections = SECTIONS }: { sections?: readonly ComponentType[] }) => {
  const translate = useTranslate()
  const theme = useTheme()
  const [palette, setPalette] = useState(false)
  usePaletteKey(() => setPalette(open => !open))
  return (
    <div className="kit-page">
      <header className="kit-page-top">
        <Logo label="Portico" />
        <b>Portico</b>
        <Breadcrumb items={[{ label: ['开发', 'Development'], href: '/' }, { label: ['组件', 'Kit'] }]} />
        <span className="kit-page-spring" />
        <Button onPress={() => setPalette(true)}>{translate(['搜索', 'Search'])} ⌘K</Button>
        <IconButton icon={Languages} label={['English', '中文']} onPress={toggleLanguage} />
        <IconButton
          icon={theme === 'dark' ? Sun : Moon}
          label={['切换主题', 'Switch the theme']}
          onPress={toggleTheme}
        />
      </header>
      <div className="kit-page-body">
        <main className="kit-page-main">
          {sections.map((Section, at) => (
            <Section key={at} />
          ))}
        </main>
        <DrawerDock />
      </div>
      <CommandPalette open={palette} onOpen={setPalette} providers={providers} />
    </div>
  )
}
