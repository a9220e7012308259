/** The buttons and keys of a row that is edited in place. */
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { Pencil } from 'lucide-react'
import { CANCEL, SAVE } from '#base/texts.ts'
import { menuType } from '#console/kit/defaults.ts'
import { Icon } from '#console/kit/Icon.tsx'
import type { Words } from '#console/kit/language.tsx'
import type { Editing } from '#console/kit/table/useInlineEdit.ts'

export const editAct = ':edit'
export const saveAct = ':save'
export const cancelAct = ':cancel'

type Translate = (words: Words) => string

/** The buttons of a row that is being edited; they replace its other actions. */
export const InlineActs = ({ busy, translate }: { busy: boolean; translate: Translate }) => (
  <span className="table-acts" data-menu={menuType}>
    <button type="button" className="table-act" data-act={saveAct} disabled={busy}>
      {translate(SAVE)}
    </button>
    <button type="button" className="table-act" data-act={cancelAct} disabled={busy}>
      {translate(CANCEL)}
    </button>
  </span>
)

/** A cell that can be edited; its pencil is visible under the pointer or with the focus. */
export const EditableCell = ({
  name,
  label,
  translate,
  children,
}: {
  name: string
  label: Words
  translate: Translate
  children: ReactNode
}) => (
  <span className="table-editable">
    <span className="ellipsis">{children}</span>
    <button
      type="button"
      className="table-edit"
      data-cell={name}
      aria-label={translate([`编辑${translate(label)}`, `Edit ${translate(label)}`])}
    >
      <Icon of={Pencil} size={12} />
    </button>
  </span>
)

export const isEdited = (editing: Editing | undefined, key: string, columns: readonly string[] | undefined): boolean =>
  editing !== undefined && (columns?.includes(key) ?? false) && (editing.cell === undefined || editing.cell === key)

/** Enter saves, Escape cancels; a single cell is also saved when it loses the focus. */
export const inlineKeys = (save: () => Promise<void>, cancel: () => void, single: boolean) => ({
  onKeyDown: (event: KeyboardEvent): void => {
    const field = event.target instanceof Element && event.target.closest('.table-editing')
    if (!field || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void save()
    else return
    event.preventDefault()
    event.stopPropagation()
  },
  onBlur: (event: FocusEvent): void => {
    const cell = event.target.closest('.table-editing')
    // A popover opened by the cell's control counts as part of the cell.
    const within = (event.relatedTarget as Element | null)?.closest('.table-editing, .popover, [role="listbox"]')
    if (single && cell && event.relatedTarget && !within) void save()
  },
})
