/** The command palette (⌘K): opens any page, device or person by name, or runs a command. */
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { CornerDownLeft, Search, X } from 'lucide-react'
import { CLOSE } from '#base/texts.ts'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { navigate } from '#console/kit/navigation.ts'
import { useLate } from '#console/kit/layout/useLate.ts'
import '#console/kit/overlay/Dialog.css'
import './CommandPalette.css'

export type PaletteItem = {
  id: string
  label: Words
  note?: Words
  icon?: IconShape
  /** A keyboard shortcut or a kind, shown at the end of the line. */ end?: string
  href?: string
  onPress?: () => void
}
export type PaletteProvider = {
  id: string
  label: Words
  /** '' returns the items to show before anything is typed. */ search: (
    text: string,
    signal: AbortSignal,
  ) => Promise<readonly PaletteItem[]> | readonly PaletteItem[]
}
export type CommandPaletteProps = {
  open: boolean
  onOpen: (open: boolean) => void
  /** It must be the same array at each render. */ providers: readonly PaletteProvider[]
  placeholder?: Words
}

type Group = { provider: PaletteProvider; items: readonly PaletteItem[] }

const pauseMs = 120

/** Opens and closes the palette with ⌘K or Ctrl K. */
export const usePaletteKey = (toggle: () => void): void => {
  const latest = useRef(toggle)
  latest.current = toggle
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

export const CommandPalette = (props: CommandPaletteProps) => {
  const translate = useTranslate()
  return (
    <ModalOverlay className="dialog-veil palette-veil" isOpen={props.open} isDismissable onOpenChange={props.onOpen}>
      <Modal className="dialog palette">
        <AriaDialog className="palette-inner" aria-label={translate(['命令面板', 'Command palette'])}>
          <Inside {...props} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The legend of the keyboard shortcuts. */
const PaletteKeys = () => {
  const translate = useTranslate()
  return (
    <footer className="palette-foot" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {translate(['移动', 'Move'])}
      </span>
      <span>
        <kbd>↵</kbd> {translate(['打开', 'Open'])}
      </span>
    </footer>
  )
}

const Inside = ({ onOpen, providers, placeholder = ['搜索', 'Search'] }: CommandPaletteProps) => {
  const translate = useTranslate()
  const id = useId()
  const [text, setText] = useState('')
  const [groups, setGroups] = useState<Readonly<Record<string, readonly PaletteItem[]>>>({})
  const [waiting, setWaiting] = useState(0)
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const late = useLate(waiting > 0)

  useEffect(() => {
    const control = new AbortController()
    const timer = setTimeout(
      () => {
        setWaiting(providers.length)
        setAt(0)
        for (const provider of providers) {
          // Each provider's items are shown as soon as they arrive; a provider that fails has none.
          void Promise.resolve()
            .then(() => provider.search(text.trim(), control.signal))
            .catch((): readonly PaletteItem[] => [])
            .then(items => {
              if (control.signal.aborted) return
              setGroups(old => ({ ...old, [provider.id]: items }))
              setWaiting(count => count - 1)
            })
        }
      },
      text === '' ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [text, providers])

  const shown = useMemo(
    () =>
      providers
        .map((provider): Group => ({ provider, items: groups[provider.id] ?? [] }))
        .filter(group => group.items.length > 0),
    [providers, groups],
  )
  const flat = shown.flatMap(group => group.items.map(item => ({ key: `${group.provider.id} ${item.id}`, item })))
  const current = flat[Math.min(at, flat.length - 1)]

  const run = (item: PaletteItem): void => {
    onOpen(false)
    item.onPress?.()
    if (item.href !== undefined) navigate(item.href)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || flat.length === 0) return
    const step: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const by = step[event.key]
    if (by !== undefined) {
      event.preventDefault()
      const next = (at + by + flat.length) % flat.length
      setAt(next)
      list.current?.querySelectorAll('.palette-item')[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      run(current.item)
    }
  }

  return (
    <>
      <div className="palette-box">
        <Icon of={Search} />
        <input
          autoFocus
          value={text}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.key}` : undefined}
          aria-autocomplete="list"
          aria-label={translate(placeholder)}
          placeholder={translate(placeholder)}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setText(event.target.value)}
          onKeyDown={onKey}
        />
        <IconButton icon={X} label={CLOSE} onPress={() => onOpen(false)} />
      </div>
      <div
        className="palette-list"
        id={`${id}-list`}
        role="listbox"
        aria-label={translate(['结果', 'Results'])}
        ref={list}
      >
        {shown.map(group => (
          <div key={group.provider.id} role="group" aria-label={translate(group.provider.label)}>
            <div className="palette-group" aria-hidden="true">
              {translate(group.provider.label)}
            </div>
            {group.items.map(item => {
              const key = `${group.provider.id} ${item.id}`
              return (
                <div
                  key={key}
                  id={`${id}-${key}`}
                  role="option"
                  aria-selected={key === current?.key}
                  className="palette-item"
                  onPointerMove={() => setAt(flat.findIndex(one => one.key === key))}
                  onClick={() => run(item)}
                >
                  {item.icon && (
                    <span className="palette-icon">
                      <Icon of={item.icon} />
                    </span>
                  )}
                  <span className="palette-words">
                    <span className="ellipsis">{translate(item.label)}</span>
                    {item.note !== undefined && <small className="ellipsis">{translate(item.note)}</small>}
                  </span>
                  {item.end !== undefined && <span className="palette-end">{item.end}</span>}
                  {key === current?.key && (
                    <span className="palette-enter">
                      <Icon of={CornerDownLeft} size={14} />
                    </span>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {flat.length === 0 && (waiting === 0 || late) && (
        <p className="palette-none" role="status">
          {waiting > 0
            ? translate(['查找中…', 'Searching…'])
            : translate([`没有找到“${text}”`, `Nothing found for “${text}”`])}
        </p>
      )}
      <PaletteKeys />
    </>
  )
}
