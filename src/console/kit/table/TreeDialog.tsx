/** Asks for the name of a node: of one below another (add), of a new root (parent-add), or of one that changes its name. */
import { UPDATE } from '#base/dialogTexts.ts'
import { useState } from 'react'
import { SAVE } from '#base/texts.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import { TextField } from '#console/kit/input/TextField.tsx'
import type { Words } from '#console/kit/language.tsx'

export type TreeMode = 'add' | 'parent-add' | 'edit'
export type TreeDialogProps = {
  mode: TreeMode
  /** What a node's name is called. */
  label: Words
  /** The node above, for `add`. */
  parent?: string | undefined
  /** The name as it is, for `edit`. */
  name?: string | undefined
  /** When it rejects the dialog stays open. */
  onSave: (name: string) => void | Promise<unknown>
  onClose: () => void
}

const titles = {
  add: ['新增子节点', 'Add child node'],
  'parent-add': ['新增根节点', 'Add root node'],
  edit: ['编辑节点', 'Edit the node'],
} as const

export const TreeDialog = ({ mode, label, parent, name = '', onSave, onClose }: TreeDialogProps) => {
  const [value, setValue] = useState(name)
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const missing = value.trim() === ''
  const submit = async (): Promise<void> => {
    if (missing) {
      setWrong(true)
      return
    }
    setBusy(true)
    try {
      await onSave(value.trim())
      onClose()
    } catch {
      // The caller reports why saving failed.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[mode]}
      {...(parent ? { note: parent } : {})}
      width="tree"
      onSubmit={() => void submit()}
      submitLabel={mode === 'edit' ? UPDATE : SAVE}
      busy={busy}
      dirty={value.trim() !== name}
    >
      <TextField
        label={label}
        required
        value={value}
        maxLength={64}
        onChange={next => {
          setValue(next)
          setWrong(false)
        }}
        onBlur={() => setWrong(missing)}
        {...(wrong && missing ? { error: placeholderOf('enter', label) } : {})}
      />
    </Dialog>
  )
}
