/** The departments on a narrow screen, where there is no room beside the list. */
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { DepartmentTree, type Place } from './DepartmentTree.tsx'

export const DepartmentDialog = ({
  value,
  onChange,
  onClose,
}: {
  value: Place
  onChange: (place: Place) => void
  onClose: () => void
}) => (
  <Dialog open onClose={onClose} title={['部门', 'Departments']} width="small">
    <DepartmentTree
      value={value}
      height={420}
      onChange={place => {
        onChange(place)
        onClose()
      }}
    />
  </Dialog>
)
