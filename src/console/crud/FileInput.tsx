/** Files of a form: sent as they are chosen, shown from memory because what is stored lies behind the session. */
import type { FileField } from '#model/field.ts'
import { usePictureUrl } from '#console/data/Picture.tsx'
import { callHeaders, uploadPath } from '#console/data/request.ts'
import type { FieldProps } from '#console/kit/Field.tsx'
import { sendTo, type SendFile, type UploadedFile } from '#console/kit/sendTo.ts'
import { Upload } from '#console/kit/Upload.tsx'

const accepts = {
  portrait: 'image/jpeg,image/png,image/webp',
  image: 'image/jpeg,image/png,image/webp',
  sheet: '.xlsx,.xls,.csv',
} as const
const maxBytes = 10 * 1024 * 1024

/** Each kind is checked in its own way. The file itself is at hand: its picture need not come back. */
const sender =
  (kind: string): SendFile =>
  async (file, onProgress, signal) => {
    const path = uploadPath('/api/admin/sys-file/upload')
    const stored = await sendTo(`${path}${path.includes('?') ? '&' : '?'}kind=${kind}`, callHeaders)(
      file,
      onProgress,
      signal,
    )
    return { ...stored, name: file.name, ...(file.type.startsWith('image/') ? { url: URL.createObjectURL(file) } : {}) }
  }
const senders = { portrait: sender('portrait'), image: sender('image'), sheet: sender('sheet') }

export type FileInputProps = FieldProps & {
  field: FileField
  value: unknown
  onChange: (files: readonly UploadedFile[]) => void
}

export default function FileInput({ field, value, onChange, ...frame }: FileInputProps) {
  const given = Array.isArray(value) ? (value as readonly (string | UploadedFile)[]) : []
  const [first] = given
  const url = usePictureUrl(typeof first === 'string' && field.accept !== 'sheet' ? first : undefined)
  const files = given.map((one, at): UploadedFile =>
    typeof one !== 'string' ? one : { id: one, name: `${at + 1}`, ...(at === 0 && url ? { url } : {}) },
  )
  return (
    <Upload
      {...frame}
      value={files}
      send={senders[field.accept]}
      limit={field.count ?? 1}
      accept={accepts[field.accept]}
      pictures={field.accept !== 'sheet'}
      maxBytes={maxBytes}
      onChange={onChange}
    />
  )
}
