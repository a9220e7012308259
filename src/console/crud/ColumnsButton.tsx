/** Opens the choice of columns; its code comes at the first touch. */
import { lazy } from 'react'
import { Columns3 } from 'lucide-react'
import type { Row } from '#console/crud/Row.ts'
import type { Column } from '#console/kit/column.ts'
import { Deferred } from '#console/kit/Deferred.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'

const load = () => import('#console/kit/ColumnPicker.tsx')
const ColumnPicker = lazy(async () => ({ default: (await load()).ColumnPicker<Row> }))

export const ColumnsButton = (props: { name: string; columns: readonly Column<Row>[] }) => (
  <Deferred
    load={load}
    stand={begin => <IconButton icon={Columns3} label={['列显隐', 'Columns']} aria-haspopup="dialog" onPress={begin} />}
  >
    <ColumnPicker {...props} />
  </Deferred>
)
