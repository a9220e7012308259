/** A large area to choose or drop one file. The page handles the file. */
import { useRef, useState } from 'react'
import { FileUp } from 'lucide-react'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './FileDrop.css'

export type FileDropProps = {
  label: Words
  /** Kinds and limits of files, shown before a file is chosen. */
  note?: Words
  /** The same as `accept` of `<input>`. */
  accept?: string
  busy?: boolean
  onFile: (file: File) => void
}

export const FileDrop = ({ label, note, accept, busy = false, onFile }: FileDropProps) => {
  const translate = useTranslate()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined): void => {
    if (file && !busy) onFile(file)
  }
  return (
    <>
      <button
        type="button"
        className="file-drop"
        data-over={over || undefined}
        aria-busy={busy || undefined}
        disabled={busy}
        onClick={() => input.current?.click()}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <Icon of={FileUp} size={24} />
        <b>{translate(label)}</b>
        {note && <small>{translate(note)}</small>}
      </button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        accept={accept}
        disabled={busy}
        onChange={event => {
          take(event.target.files?.[0])
          // Without this the browser reports no change when the same file is corrected and chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
