/** Filters as rows of tags: one filter per row, 全部 first; chosen tags can be removed below. */
import { X } from 'lucide-react'
import { ALL, CLEAR, REMOVE } from '#base/texts.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './SearchTags.css'

export type TagGroup = {
  id: string
  label: Words
  options: readonly { id: string; label: Words; count?: number }[]
  /** Several options can be chosen; otherwise a choice replaces the previous one. */
  multiple?: boolean
}
export type TagChoice = Readonly<Record<string, readonly string[]>>
export type SearchTagsProps = {
  label: Words
  groups: readonly TagGroup[]
  value: TagChoice
  onChange: (value: TagChoice) => void
}

export const SearchTags = ({ label, groups, value, onChange }: SearchTagsProps) => {
  const translate = useTranslate()
  const of = (group: TagGroup): readonly string[] => value[group.id] ?? []
  const set = (group: TagGroup, next: readonly string[]): void => onChange({ ...value, [group.id]: next })
  const toggle = (group: TagGroup, id: string): void => {
    const chosen = of(group)
    if (chosen.includes(id))
      set(
        group,
        chosen.filter(one => one !== id),
      )
    else set(group, group.multiple ? [...chosen, id] : [id])
  }
  const nameOf = (group: TagGroup, option: Words): string =>
    `${translate(group.label)}${translate(['：', ': '])}${translate(option)}`
  const chosen = groups.flatMap(group =>
    group.options.filter(option => of(group).includes(option.id)).map(option => ({ group, option })),
  )
  return (
    <div className="search-tags" role="search" aria-label={translate(label)}>
      {groups.map(group => (
        <div key={group.id} className="search-tags-row" role="group" aria-label={translate(group.label)}>
          <span className="search-tags-name">{translate(group.label)}</span>
          <span className="search-tags-options">
            <button type="button" aria-pressed={of(group).length === 0} onClick={() => set(group, [])}>
              {translate(ALL)}
            </button>
            {group.options.map(option => (
              <button
                key={option.id}
                type="button"
                aria-pressed={of(group).includes(option.id)}
                onClick={() => toggle(group, option.id)}
              >
                {translate(option.label)}
                {option.count !== undefined && <small>{option.count.toLocaleString('en-US')}</small>}
              </button>
            ))}
          </span>
        </div>
      ))}
      {chosen.length > 0 && (
        <div className="search-tags-chosen">
          {chosen.map(({ group, option }) => (
            <button
              key={`${group.id} ${option.id}`}
              type="button"
              aria-label={`${translate(REMOVE)} ${nameOf(group, option.label)}`}
              onClick={() => toggle(group, option.id)}
            >
              {nameOf(group, option.label)}
              <Icon of={X} size={12} />
            </button>
          ))}
          <button type="button" className="search-tags-clear" onClick={() => onChange({})}>
            {translate(CLEAR)}
          </button>
        </div>
      )}
    </div>
  )
}
