/** The frame of every input: label, the control, then one line of hint or error. */
import { useId, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Field.css'

/** What all inputs share. */
export type FieldProps = {
  label: Words
  /** The label is read aloud but not shown: toolbars. */
  hideLabel?: boolean
  /** At the end of the label's line, such as a link. */
  aside?: ReactNode
  hint?: Words
  /** A sentence that says what to do; its presence marks the input invalid. */
  error?: Words
  required?: boolean
  disabled?: boolean
}

type FrameProps = Omit<FieldProps, 'disabled'> & {
  /** Receives the ids the control must carry. */
  children: (ids: { id: string; labelId: string; describedBy: string | undefined }) => ReactNode
  /** The control is a group and cannot be pointed at by `for`. */
  group?: boolean
}

export const Field = ({ label, hideLabel, aside, hint, error, required, group, children }: FrameProps) => {
  const translate = useTranslate()
  const id = useId()
  const messageId = `${id}-message`
  const message = error ?? hint
  const LabelTag = group ? 'span' : 'label'
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <div className={hideLabel ? 'visually-hidden' : 'field-head'}>
        <LabelTag id={`${id}-label`} htmlFor={group ? undefined : id} className="field-label">
          {translate(label)}
          {required && (
            <span className="field-star" aria-hidden="true">
              *
            </span>
          )}
        </LabelTag>
        {aside && <span className="field-aside">{aside}</span>}
      </div>
      {children({ id, labelId: `${id}-label`, describedBy: message ? messageId : undefined })}
      {message && (
        <div className="field-message" id={messageId} role={error ? 'alert' : undefined}>
          {error && <Icon of={CircleAlert} size={12} />}
          {translate(message)}
        </div>
      )}
    </div>
  )
}
