/** A file that is being sent: its progress, or why it failed. */
import { FileText, RotateCw, Trash2 } from 'lucide-react'
import { UPLOAD_FAILED } from '#base/dialogTexts.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { Sending } from '#console/kit/file/useSending.ts'

type SendingFileProps = { one: Sending; pictures: boolean | undefined; onAgain: () => void; onCancel: () => void }
export const SendingFile = ({ one, pictures, onAgain, onCancel }: SendingFileProps) => {
  const translate = useTranslate()
  const { failed, file, share } = one
  return (
    <li className="upload-file" data-failed={failed !== undefined || undefined}>
      {!pictures && <Icon of={FileText} />}
      <span className="upload-name ellipsis">{file.name}</span>
      {failed !== undefined ? (
        <small className="upload-why">
          {translate(failed ? [`上传失败：${failed}`, `Upload failed: ${failed}`] : UPLOAD_FAILED)}
        </small>
      ) : (
        <span
          className="upload-share"
          role="progressbar"
          aria-label={file.name}
          aria-valuenow={Math.round(share * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span className="upload-remove">
        {failed !== undefined && (
          <IconButton icon={RotateCw} size="tiny" label={['重试', 'Try again']} onPress={onAgain} />
        )}
        <IconButton icon={Trash2} size="tiny" label={[`取消 ${file.name}`, `Cancel ${file.name}`]} onPress={onCancel} />
      </span>
    </li>
  )
}
