/** Chooses a path through nested options, with one column per level; a search finds complete paths. */
import { useMemo, useState, type KeyboardEvent } from 'react'
import { Check, ChevronRight } from 'lucide-react'
import { FIND, NO_MATCH } from '#base/texts.ts'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { PopoverField } from '#console/kit/input/PopoverField.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import './Cascader.css'

export type CascadeOption = { id: string; label: Words; children?: readonly CascadeOption[]; disabled?: boolean }
export type CascaderProps = FieldProps & {
  options: readonly CascadeOption[]
  /** The ids of the path, from the first level to the last. */
  value: readonly string[]
  onChange: (path: readonly string[]) => void
  placeholder?: Words
  clearable?: boolean
  /** Options with further levels below them may be chosen too. */
  anyLevel?: boolean
}

type Path = readonly CascadeOption[]

const allPaths = (options: readonly CascadeOption[], anyLevel: boolean, before: Path = []): readonly Path[] =>
  options.flatMap(option => {
    const path = [...before, option]
    return option.children?.length
      ? [...(anyLevel ? [path] : []), ...allPaths(option.children, anyLevel, path)]
      : [path]
  })

const pathTo = (options: readonly CascadeOption[], ids: readonly string[]): Path => {
  const found = options.find(option => option.id === ids[0])
  return found ? [found, ...pathTo(found.children ?? [], ids.slice(1))] : []
}

const mostFound = 50

const Columns = ({ options, value, onChange, anyLevel, label }: Omit<CascaderProps, 'label'> & { label: string }) => {
  const translate = useTranslate()
  const [open, setOpen] = useState<readonly string[]>(value)
  const columns = useMemo(() => {
    const all: (readonly CascadeOption[])[] = [options]
    for (const option of pathTo(options, open)) if (option.children?.length) all.push(option.children)
    return all
  }, [options, open])
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const column = (event.target as HTMLElement).closest('ul')
    const buttons = [...(column?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
    const at = buttons.indexOf(event.target as HTMLElement)
    const beside = event.key === 'ArrowRight' ? column?.nextElementSibling : column?.previousElementSibling
    const to: Record<string, HTMLElement | null | undefined> = {
      ArrowDown: buttons[at + 1],
      ArrowUp: buttons[at - 1],
      ArrowRight: beside?.querySelector<HTMLElement>('button'),
      ArrowLeft: beside?.querySelector<HTMLElement>('button[data-on], button'),
    }
    if (!(event.key in to)) return
    event.preventDefault()
    event.stopPropagation()
    to[event.key]?.focus()
  }
  return (
    <div className="cascader-columns" onKeyDown={onKey}>
      {columns.map((column, level) => (
        <ul key={level} className="cascader-column" aria-label={`${label} ${level + 1}`}>
          {column.map(option => {
            const path = [...open.slice(0, level), option.id]
            const more = Boolean(option.children?.length)
            const chosen = value[level] === option.id && (value.length === level + 1 || more)
            return (
              <li key={option.id}>
                <button
                  type="button"
                  className="cascader-option"
                  data-on={open[level] === option.id || undefined}
                  data-chosen={chosen || undefined}
                  aria-pressed={chosen}
                  disabled={option.disabled}
                  onClick={() => {
                    setOpen(path)
                    if (!more || anyLevel) onChange(path)
                  }}
                  onFocus={() => {
                    if (more) setOpen(path)
                  }}
                >
                  <span className="ellipsis">{translate(option.label)}</span>
                  {more ? <Icon of={ChevronRight} size={12} /> : chosen && <Icon of={Check} size={12} />}
                </button>
              </li>
            )
          })}
        </ul>
      ))}
    </div>
  )
}

export const Cascader = ({ options, value, onChange, clearable, anyLevel = false, ...field }: CascaderProps) => {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const chosen = useMemo(() => pathTo(options, value), [options, value])
  const wordsOf = (path: Path): string => path.map(option => translate(option.label)).join(' / ')
  const needle = search.trim().toLowerCase()
  const found = needle
    ? allPaths(options, anyLevel)
        .filter(path => wordsOf(path).toLowerCase().includes(needle) && !path.some(option => option.disabled))
        .slice(0, mostFound)
    : []
  return (
    <PopoverField
      {...field}
      chosen={chosen.length ? wordsOf(chosen) : undefined}
      onClear={clearable && value.length > 0 ? () => onChange([]) : undefined}
      flush
    >
      {close => {
        const choose = (path: readonly string[], leaf: boolean): void => {
          onChange(path)
          if (leaf) {
            setSearch('')
            close()
          }
        }
        return (
          <div className="cascader">
            <SearchField label={FIND} value={search} onChange={setSearch} shortcut={null} />
            {needle ? (
              <ul className="cascader-found">
                {found.map(path => (
                  <li key={path.map(option => option.id).join('/')}>
                    <button
                      type="button"
                      className="cascader-option"
                      onClick={() =>
                        choose(
                          path.map(option => option.id),
                          true,
                        )
                      }
                    >
                      <span className="ellipsis">{wordsOf(path)}</span>
                    </button>
                  </li>
                ))}
                {found.length === 0 && <li className="cascader-none">{translate(NO_MATCH)}</li>}
              </ul>
            ) : (
              <Columns
                label={translate(field.label)}
                options={options}
                value={value}
                anyLevel={anyLevel}
                onChange={path => choose(path, !pathTo(options, path).at(-1)?.children?.length)}
              />
            )}
          </div>
        )
      }}
    </PopoverField>
  )
}
