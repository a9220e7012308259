/** The name of a row with its picture, because people recognise each other by their faces. */
import type { ReactNode } from 'react'
import { Avatar } from '#console/kit/Avatar.tsx'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import type { Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'

type FaceNameProps = { noun: Noun; row: Row; children: ReactNode }

export const FaceName = ({ noun, row, children }: FaceNameProps) => {
  const files = row[noun.face!]
  const url = usePictureUrl(Array.isArray(files) ? (files[0] as string | undefined) : null)
  return (
    <span className="crud-face">
      <Avatar name={String(row[noun.name] ?? '')} src={url} size={28} />
      {children}
    </span>
  )
}
