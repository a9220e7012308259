/** Filters that are chosen from a list; the list's code is loaded at the first use. */
import type { ChoiceField, FlagField, TextField } from '#model/field.ts'
import { PickPlaceholder } from '#console/crud/list/PickPlaceholder.tsx'
import { registry } from '#console/data/registry.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { Text } from '#base/text.ts'
import type { Words } from '#console/kit/language.tsx'

const load = () => import('#console/crud/list/PickControls.tsx')
const ChoicePick = lazy(async () => (await load()).ChoicePick)
const FlagPick = lazy(async () => (await load()).FlagPick)
const ReferencePick = lazy(async () => (await load()).ReferencePick)
/** The words of keys are those of every definition. */
const loadKeys = async () => (await Promise.all([load(), registry().prepare()]))[0]
const KeyPick = lazy(async () => (await loadKeys()).KeyPick)

type Pick = { value: string | undefined; onChange: (value: string | undefined) => void }

export const ChoiceFilter = ({ field, many, ...pick }: Pick & { field: ChoiceField; many: boolean }) => (
  <PickPlaceholder load={load} label={field.label} chosen={pick.value !== undefined}>
    <ChoicePick field={field} many={many} {...pick} />
  </PickPlaceholder>
)
/** A flag is asked as a question: 是否未结束. One with words of its own is a choice between them: 请选择方向. */
export const FlagFilter = ({ field, ...pick }: Pick & { field: FlagField }) => {
  const question: Text = [`${field.words ? '请选择' : '是否'}${field.label[0]}`, field.label[1]]
  return (
    <PickPlaceholder load={load} label={field.label} placeholder={question} chosen={pick.value !== undefined}>
      <FlagPick field={field} placeholder={question} {...pick} />
    </PickPlaceholder>
  )
}
export const ReferenceFilter = ({ label, to, ...pick }: Pick & { label: Words; to: string }) => (
  <PickPlaceholder load={load} label={label} chosen={pick.value !== undefined}>
    <ReferencePick label={label} to={to} {...pick} />
  </PickPlaceholder>
)
/** A key of the definitions is chosen by its name: what users see in the column is not what the row holds. */
export const KeyFilter = ({ field, object, ...pick }: Pick & { field: TextField; object: string | undefined }) => (
  <PickPlaceholder load={loadKeys} label={field.label} chosen={pick.value !== undefined}>
    <KeyPick field={field} object={object} {...pick} />
  </PickPlaceholder>
)
