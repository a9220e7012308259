/** A filter that is chosen from a list; the list's code is loaded at the first use. */
import type { Text } from '#base/text.ts'
import type { PickControlProps } from '#console/crud/list/PickControls.tsx'
import { PickPlaceholder } from '#console/crud/list/PickPlaceholder.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'

const load = () => import('#console/crud/list/PickControls.tsx')
const PickControl = lazy(async () => (await load()).PickControl)

export const PickFilter = (props: Omit<PickControlProps, 'placeholder'>) => {
  const { field, value } = props
  // A flag is asked as a question: 是否未结束. One with words of its own is a choice between them: 请选择方向.
  const placeholder: Text =
    field.kind === 'flag' && !field.words
      ? [`是否${field.label[0]}`, field.label[1]]
      : placeholderOf('choose', { label: field.label, hideLabel: true })
  return (
    <PickPlaceholder load={load} label={field.label} placeholder={placeholder} chosen={value !== undefined}>
      <PickControl placeholder={placeholder} {...props} />
    </PickPlaceholder>
  )
}
