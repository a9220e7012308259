/** Uploads files when they are chosen or dropped. Pictures are shown as previews that can be enlarged. */
import { useRef, useState, type DragEvent } from 'react'
import { FileText, ImagePlus, Trash2, UploadCloud } from 'lucide-react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { upload } from '#console/kit/defaults.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { Icon, type IconShape } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { SendingFile } from '#console/kit/file/SendingFile.tsx'
import type { SendFile, UploadedFile } from '#console/kit/file/SendFile.ts'
import { sizeWords } from '#console/kit/file/sizeWords.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import { useSending } from '#console/kit/file/useSending.ts'
import './Upload.css'

const PictureCrop = lazy(async () => (await import('#console/kit/file/PictureCrop.tsx')).default)

export type OtherWay = { icon: IconShape; label: Words; onPress: () => void }
export type UploadProps = FieldProps & {
  value: readonly UploadedFile[]
  onChange: (value: readonly UploadedFile[]) => void
  /** Uploads one file. It must be the same function at each render. */
  send: SendFile
  /** Default 3, or 99 when a status is set. */
  limit?: number
  /** The state of the record that these files document. With it the default limit is 99. */
  status?: string | number
  /** The same as `accept` of `<input>`. */
  accept?: string
  maxBytes?: number
  /** A sentence about permitted files, shown after the number and size limits. */
  note?: Words
  /** Opens a listed file that has no URL. */
  onOpen?: (file: UploadedFile) => void
  /** Tiles with previews instead of a list. */
  pictures?: boolean
  /** Another way to add a file, as a tile beside the first. */
  otherWay?: OtherWay | undefined
  /** Pictures are cropped to this ratio of width to height before the upload. */
  crop?: number
}

type StoredFileProps = {
  file: UploadedFile
  pictures: boolean | undefined
  onView: () => void
  onOpen: ((file: UploadedFile) => void) | undefined
  onRemove: (() => void) | undefined
}
const StoredFile = ({ file, pictures, onView, onOpen, onRemove }: StoredFileProps) => {
  const translate = useTranslate()
  return (
    <li className="upload-file">
      {pictures && file.url ? (
        <button
          type="button"
          className="upload-picture"
          aria-label={translate([`查看 ${file.name}`, `View ${file.name}`])}
          onClick={onView}
        >
          <img src={file.url} alt="" />
        </button>
      ) : (
        <>
          <Icon of={FileText} />
          <span className="upload-name ellipsis">
            {file.url ? (
              <a href={file.url} target="_blank" rel="noreferrer">
                {file.name}
              </a>
            ) : onOpen ? (
              <Link onPress={() => onOpen(file)}>{file.name}</Link>
            ) : (
              file.name
            )}
          </span>
          {file.sizeBytes !== undefined && <small>{sizeWords(file.sizeBytes)}</small>}
        </>
      )}
      {onRemove && (
        <span className="upload-remove">
          <IconButton
            icon={Trash2}
            size="tiny"
            variant="danger"
            label={[`移除 ${file.name}`, `Remove ${file.name}`]}
            onPress={onRemove}
          />
        </span>
      )}
    </li>
  )
}

const OtherWayTile = ({ icon, label, onPress, disabled }: OtherWay & { disabled: boolean | undefined }) => {
  const translate = useTranslate()
  return (
    <li className="upload-add-place">
      <button type="button" className="upload-add" disabled={disabled} onClick={onPress}>
        <Icon of={icon} size={20} />
        <span>{translate(label)}</span>
      </button>
    </li>
  )
}

const Preview = ({ file, onClose }: { file: UploadedFile | undefined; onClose: () => void }) => (
  <Dialog open={file !== undefined} onClose={onClose} title={file?.name ?? ''} width="large">
    <img className="upload-preview" src={file?.url} alt={file?.name ?? ''} />
  </Dialog>
)

/** Whether a file is small enough; shows a message if it is not. */
const fits = ({ name, size }: File, maxBytes: number | undefined): boolean => {
  if (maxBytes === undefined || size <= maxBytes) return true
  toast.warn([`${name} 超过 ${sizeWords(maxBytes)}`, `${name} is larger than ${sizeWords(maxBytes)}`])
  return false
}

const NO_BREAK = '\u00a0'
/** What may be added; a figure and its unit stay on one line. */
const limits = (count: string | false, maxBytes: number | undefined, note: string | undefined): string =>
  [count, maxBytes !== undefined && `≤ ${sizeWords(maxBytes)}`.replaceAll(' ', NO_BREAK), note]
    .filter(Boolean)
    .join(' · ')

const addPicture: Words = ['上传图片', 'Add a picture']
const addFile: Words = ['点击或拖入文件上传', 'Choose or drop files']

export const Upload = ({
  value,
  onChange,
  send,
  status,
  limit = status === undefined ? upload.limit : upload.limitWithStatus,
  accept,
  maxBytes,
  note,
  onOpen,
  pictures,
  otherWay,
  crop,
  disabled,
  ...field
}: UploadProps) => {
  const translate = useTranslate()
  const [over, setOver] = useState(false)
  const [preview, setPreview] = useState<UploadedFile>()
  const [cropping, setCropping] = useState<readonly File[]>([])
  const input = useRef<HTMLInputElement>(null)
  // Several uploads may end before the next render, so each one adds to the latest list.
  const latest = useRef(value)
  latest.current = value
  const set = (next: readonly UploadedFile[]): void => {
    latest.current = next
    onChange(next)
  }
  const { sending, add, again, cancel } = useSending(send, done => set([...latest.current, done]))

  // Failed uploads do not count towards the limit.
  const underway = sending.filter(one => one.failed === undefined).length
  const take = (files: readonly File[]): void => {
    const total = value.length + underway + files.length
    if (total > limit) {
      toast.warn([
        `当前限制选择 ${limit} 个文件，本次选择了 ${files.length} 个文件，共选择了 ${total} 个文件`,
        `The limit is ${limit} files; you chose ${files.length} this time, ${total} in all`,
      ])
      return
    }
    const fitting = files.filter(file => fits(file, maxBytes))
    if (crop === undefined) add(fitting)
    else setCropping(list => [...list, ...fitting])
  }

  const remove = async (file: UploadedFile): Promise<void> => {
    if (!(await confirm({ message: [`确定移除 ${file.name}？`, `Remove ${file.name}?`], danger: true }))) return
    set(latest.current.filter(one => one !== file))
    toast.ok(['删除成功', 'Removed'])
  }

  const drag = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      if (!disabled) setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      if (!disabled) take([...event.dataTransfer.files])
    },
  }
  const full = value.length + underway >= limit

  return (
    <Field {...field} group>
      {({ labelId, describedBy }) => (
        <div
          className="upload"
          data-pictures={pictures || undefined}
          role="group"
          aria-labelledby={labelId}
          aria-describedby={describedBy}
        >
          <ul className="upload-files">
            {value.map(file => (
              <StoredFile
                key={file.id}
                file={file}
                pictures={pictures}
                onView={() => setPreview(file)}
                onOpen={onOpen}
                onRemove={disabled ? undefined : () => void remove(file)}
              />
            ))}
            {sending.map(one => (
              <SendingFile
                key={one.key}
                one={one}
                pictures={pictures}
                onAgain={() => again(one)}
                onCancel={() => cancel(one)}
              />
            ))}
            {!(full && pictures) && (
              <li className="upload-add-place">
                <button
                  type="button"
                  className="upload-add"
                  data-over={over || undefined}
                  disabled={disabled}
                  onClick={() => input.current?.click()}
                  {...drag}
                >
                  <Icon of={pictures ? ImagePlus : UploadCloud} size={20} />
                  <span>{translate(pictures ? addPicture : addFile)}</span>
                  <small>{limits(limit > 1 && `${value.length} / ${limit}`, maxBytes, note && translate(note))}</small>
                </button>
              </li>
            )}
            {otherWay && !full && <OtherWayTile {...otherWay} disabled={disabled} />}
          </ul>
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-labelledby={labelId}
            multiple={limit > 1}
            accept={accept ?? (pictures ? 'image/*' : undefined)}
            disabled={disabled}
            onChange={event => {
              take([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          {cropping[0] && crop !== undefined && (
            <PictureCrop
              key={cropping.length}
              file={cropping[0]}
              ratio={crop}
              onClose={() => setCropping(list => list.slice(1))}
              onDone={file => {
                setCropping(list => list.slice(1))
                add([file])
              }}
            />
          )}
          <Preview file={preview} onClose={() => setPreview(undefined)} />
        </div>
      )}
    </Field>
  )
}
