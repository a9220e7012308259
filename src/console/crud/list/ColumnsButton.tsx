/** Opens the choice of columns; its code is loaded at the first use. */
import { type ComponentType } from 'react'
import { Columns3 } from 'lucide-react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { ColumnPickerProps } from '#console/kit/table/ColumnPicker.tsx'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'

const load = () => import('#console/kit/table/ColumnPicker.tsx')
// It uses only the labels of columns, never rows, so its row type does not matter.
const ColumnPicker = lazy(async () => (await load()).ColumnPicker as ComponentType<ColumnPickerProps<never>>)

export const ColumnsButton = <Row,>(props: ColumnPickerProps<Row>) => (
  <Deferred
    load={load}
    placeholder={begin => (
      <IconButton icon={Columns3} label={['列显隐', 'Columns']} aria-haspopup="dialog" onPress={begin} />
    )}
  >
    <ColumnPicker {...(props as unknown as ColumnPickerProps<never>)} />
  </Deferred>
)
