/** A filter that is chosen from a list; the list's code is loaded at the first use. */
import type { Text } from '#base/text.ts'
import type { KeyControlProps, PickControlProps } from '#console/crud/list/PickControls.tsx'
import { PickPlaceholder } from '#console/crud/list/PickPlaceholder.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'

const load = () => import('#console/crud/list/PickControls.tsx')
const PickControl = lazy(async () => (await load()).PickControl)
const KeyControl = lazy(async () => (await load()).keyControl())

type PickFilterProps = Omit<KeyControlProps, 'field'> & { field: (KeyControlProps | PickControlProps)['field'] }

export const PickFilter = ({ field, object, ...pick }: PickFilterProps) => {
  // A flag is asked as a question: 是否未结束. One with words of its own is a choice between them: 请选择方向.
  const placeholder: Text =
    field.kind === 'flag' && !field.words
      ? [`是否${field.label[0]}`, field.label[1]]
      : placeholderOf('choose', { label: field.label, hideLabel: true })
  return (
    <PickPlaceholder load={load} label={field.label} placeholder={placeholder} chosen={pick.value !== undefined}>
      {field.kind === 'text' ? (
        <KeyControl field={field} object={object} {...pick} />
      ) : (
        <PickControl field={field} placeholder={placeholder} {...pick} />
      )}
    </PickPlaceholder>
  )
}
