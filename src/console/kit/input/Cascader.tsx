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
  onChange: (way: readonly string[]) => void
  placeholder?: Words
  clearable?: boolean
  /** Options with further levels below them may be chosen too. */
  anyLevel?: boolean
}

type Way = readonly CascadeOption[]

const waysOf = (options: readonly CascadeOption[], anyLevel: boolean, before: Way = []): readonly Way[] =>
  options.flatMap(option => {
    const way = [...before, option]
    return option.children?.length ? [...(anyLevel ? [way] : []), ...waysOf(option.children, anyLevel, way)] : [way]
  })

const wayOf = (options: readonly CascadeOption[], ids: readonly string[]): Way => {
  const found = options.find(option => option.id === ids[0])
  return found ? [found, ...wayOf(found.children ?? [], ids.slice(1))] : []
}

const mostFound = 50

const Columns = ({ options, value, onChange, anyLevel, label }: Omit<CascaderProps, 'label'> & { label: string }) => {
  const translate = useTranslate()
  const [open, setOpen] = useState<readonly string[]>(value)
  const columns = useMemo(() => {
    const all: (readonly CascadeOption[])[] = [options]
    for (const option of wayOf(options, open)) if (option.children?.length) all.push(option.children)
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
            const way = [...open.slice(0, level), option.id]
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
                    setOpen(way)
                    if (!more || anyLevel) onChange(way)
                  }}
                  onFocus={() => {
                    if (more) setOpen(way)
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
  const chosen = useMemo(() => wayOf(options, value), [options, value])
  const wordsOf = (way: Way): string => way.map(option => translate(option.label)).join(' / ')
  const needle = search.trim().toLowerCase()
  const found = needle
    ? waysOf(options, anyLevel)
        .filter(way => wordsOf(way).toLowerCase().includes(needle) && !way.some(option => option.disabled))
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
        const choose = (way: readonly string[], leaf: boolean): void => {
          onChange(way)
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
                {found.map(way => (
                  <li key={way.map(option => option.id).join('/')}>
                    <button
                      type="button"
                      className="cascader-option"
                      onClick={() =>
                        choose(
                          way.map(option => option.id),
                          true,
                        )
                      }
                    >
                      <span className="ellipsis">{wordsOf(way)}</span>
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
                onChange={way => choose(way, !wayOf(options, way).at(-1)?.children?.length)}
              />
            )}
          </div>
        )
      }}
    </PopoverField>
  )
}
