/** Asks for the name of a new node below another (add), of a new root (parent-add), or of an existing node (edit). */
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
  /** The label of the name field. */
  label: Words
  /** For `add`: the label of the parent node. */
  parent?: string | undefined
  /** For `edit`: the current name. */
  name?: string | undefined
  /** The dialog stays open when this rejects. */
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
        {...(wrong && missing ? { error: [placeholderOf('enter', { label })[0], 'Required'] } : {})}
      />
    </Dialog>
  )
}
