/** The frame of every input: label, the control, then one line of hint or error. */
import { useId, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Field.css'

/** The properties of all inputs. */
export type FieldProps = {
  label: Words
  /** The label is not shown but still read by screen readers, for toolbars. */
  hideLabel?: boolean
  /** Shown at the end of the label's line, such as a link. */
  aside?: ReactNode
  hint?: Words
  /** A sentence that says what to do. An input with an error is marked as invalid. */
  error?: Words
  required?: boolean
  disabled?: boolean
}

type FrameProps = Omit<FieldProps, 'disabled'> & {
  /** Renders the control, which must have these ids. */
  children: (ids: { id: string; labelId: string; describedBy: string | undefined }) => ReactNode
  /** The control is a group, which `for` of a label cannot reference. */
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
