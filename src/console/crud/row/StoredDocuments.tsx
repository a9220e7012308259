/** The documents of a row by their names and sizes; a press saves one. */
import { Paperclip } from 'lucide-react'
import { openDocument, useDocuments } from '#console/data/documents.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { sizeWords } from '#console/kit/file/sizeWords.ts'
import '../crud.css'

export default function StoredDocuments({ ids }: { ids: readonly string[] }) {
  const translate = useTranslate()
  const known = useDocuments(ids)
  return (
    <ul className="crud-documents">
      {ids.map((id, at) => {
        const one = known.get(id)
        return (
          <li key={id}>
            <Icon of={Paperclip} size={14} />
            <Link onPress={() => void openDocument(id)}>
              {one?.name ?? translate([`附件 ${at + 1}`, `Attachment ${at + 1}`])}
            </Link>
            {one && <small className="third">{sizeWords(one.bytes)}</small>}
          </li>
        )
      })}
    </ul>
  )
}
