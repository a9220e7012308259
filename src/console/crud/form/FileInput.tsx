/** Files of a form, uploaded when they are chosen. Pictures are shown from memory, because stored files need a session; documents are shown by their names. */
import { useMemo, useState } from 'react'
import { ScanFace } from 'lucide-react'
import { ALL_DOCUMENTS, endingsOf } from '#base/documentTypes.ts'
import { fileLimit, type FileField } from '#model/field.ts'
import { CAPTURE, useCaptureDevices } from '#console/crud/capture/useCaptureDevices.ts'
import { openDocument, useDocuments } from '#console/data/documents.ts'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { sendFile } from '#console/data/sendFile.ts'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import type { SendFile, UploadedFile } from '#console/kit/file/SendFile.ts'
import { Upload } from '#console/kit/file/Upload.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'

const CaptureDialog = lazy(async () => (await import('#console/crud/capture/CaptureDialog.tsx')).CaptureDialog)

const accepts = {
  portrait: 'image/jpeg,image/png,image/webp',
  image: 'image/jpeg,image/png,image/webp',
  sheet: '.xlsx,.xls,.csv',
} as const
/** The types offered by the file chooser; the server checks the content. */
const acceptOf = ({ accept, types = ALL_DOCUMENTS }: FileField): string =>
  accept === 'document' ? types.map(type => `.${type}`).join(',') : accepts[accept]
const maxBytes = 10 * 1024 * 1024

/** Uploads a file as its kind requires. The preview uses the local file, so that the picture is not downloaded. */
const sender =
  (kind: string, action: string): SendFile =>
  async (file, onProgress, signal) => {
    const stored = await sendFile(action, { kind })(file, onProgress, signal)
    return { ...stored, name: file.name, ...(file.type.startsWith('image/') ? { url: URL.createObjectURL(file) } : {}) }
  }
const store = '/api/admin/sys-file/upload'
const portraitRatio = 3 / 4

export type FileInputProps = FieldProps & {
  field: FileField
  value: unknown
  onChange: (files: readonly (string | UploadedFile)[]) => void
}

export default function FileInput({ field, value, onChange, ...frame }: FileInputProps) {
  const given = Array.isArray(value) ? (value as readonly (string | UploadedFile)[]) : []
  const [first] = given
  const isPicture = field.accept === 'image' || field.accept === 'portrait'
  const url = usePictureUrl(typeof first === 'string' && isPicture ? first : undefined)
  const known = useDocuments(field.accept === 'document' ? given.filter(one => typeof one === 'string') : [])
  const files = given.map((one, at): UploadedFile => {
    if (typeof one !== 'string') return one
    const document = known.get(one)
    if (document) return { id: one, name: document.name, sizeBytes: document.bytes }
    return { id: one, name: `${at + 1}`, ...(at === 0 && url ? { url } : {}) }
  })
  const send = useMemo(() => sender(field.accept, field.action ?? store), [field.accept, field.action])
  const crop = field.crop ?? (field.accept === 'portrait' ? portraitRatio : false)
  const devices = useCaptureDevices(frame.disabled ? undefined : field.capture)
  const [capturing, setCapturing] = useState(false)
  return (
    <>
      <Upload
        {...frame}
        value={files}
        send={send}
        limit={fileLimit(field)}
        accept={acceptOf(field)}
        pictures={isPicture}
        {...(field.accept === 'document'
          ? { note: endingsOf(field.types ?? ALL_DOCUMENTS), onOpen: file => void openDocument(file.id) }
          : {})}
        maxBytes={maxBytes}
        {...(crop === false ? {} : { crop })}
        {...(devices.length ? { otherWay: { icon: ScanFace, label: CAPTURE, onPress: () => setCapturing(true) } } : {})}
        onChange={onChange}
      />
      {capturing && field.capture && (
        <CaptureDialog
          path={field.capture}
          onUse={id => {
            setCapturing(false)
            onChange([...given, id])
          }}
          onClose={() => setCapturing(false)}
        />
      )}
    </>
  )
}
