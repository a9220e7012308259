/** The rights as a list, by person or by device; loaded when it is chosen in place of the matrix. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { navigate } from '#console/kit/navigation.ts'
import type { personAuth } from '../personAuth.noun.ts'
import { RIGHT_COLUMNS, rightActs } from './rightColumns.tsx'

type RightsListProps = PageProps & { pieces: LensPieces<typeof personAuth> }

export const RightsList = ({ pieces, ...props }: RightsListProps) => {
  const { lens } = props
  // By device, each row begins with the device.
  const columns = ['deviceName', ...(lens?.columns ?? []).filter(name => name !== 'deviceName')]
  const ordered = lens && pieces.where?.by === 'device' ? { ...lens, columns } : lens
  const listed: LensPieces<typeof personAuth> = {
    ...pieces,
    columns: RIGHT_COLUMNS,
    acts: rightActs,
    onOpen: row => navigate(`/apply/customPerson/default/${props.appId}?row=${row.personId}`),
  }
  return <LensPage {...props} lens={ordered} pieces={listed} />
}
