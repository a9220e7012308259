/** Creates the row that a reference lacks, in the place of the form, which keeps everything filled in. */
import { useContext, useState, type ReactNode } from 'react'
import { verbsOf } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { CreateForm } from '#console/crud/form/CreateForm.ts'
import { can } from '#console/data/me.ts'
import { nounOf, registry } from '#console/data/registry.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'

/** The list whose form adds rows of the noun, if the account may add them. */
const lensThatAdds = (key: string): string | undefined => {
  const noun = nounOf(key)
  if (!noun || !verbsOf(noun).includes('add') || !can(`${key}:add`)) return undefined
  return [...registry().lenses.values()].find(
    ({ of, verbs, buttons }) => of === key && (verbs ?? ['add']).includes('add') && buttons?.add !== false,
  )?.key
}

/** The link beside a label, and the dialog that it opens; neither exists for users who may not add rows. */
export const useCreateHere = (
  to: string,
  onSaved: (row: Row) => void,
): { aside: ReactNode; dialog: ReactNode } | undefined => {
  const translate = useTranslate()
  const Form = useContext(CreateForm)
  const [open, setOpen] = useState(false)
  const lens = Form && lensThatAdds(to)
  const noun = nounOf(to)
  if (!Form || lens === undefined || !noun) return undefined
  const [zh, en] = noun.label
  return {
    aside: <Link onPress={() => setOpen(true)}>{translate([`新建${zh}`, `New ${en.toLowerCase()}`])}</Link>,
    dialog: open && <Form lens={lens} start={{}} onSaved={onSaved} onClose={() => setOpen(false)} />,
  }
}
