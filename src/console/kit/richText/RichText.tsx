/** An editor of formatted text. The server stores only the tags it allows. */
import { useEffect, useRef, useState } from 'react'
import type { Editor } from '@tiptap/core'
import { ImagePlus, Link2 } from 'lucide-react'
import { UPLOAD_FAILED } from '#base/dialogTexts.ts'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { insertPicture, picturesOf, type SendPicture } from '#console/kit/richText/richPicture.ts'
import { RichTextLine } from '#console/kit/richText/RichTextLine.tsx'
import { history, richTools, type Tool } from '#console/kit/richText/richTools.ts'
import { useEditor } from '#console/kit/richText/useEditor.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import { isWebAddress } from '#base/rules.ts'
import '#console/kit/richText/Rich.css'
import './RichText.css'

export type RichTextProps = FieldProps & {
  value: string
  /** HTML; '' when empty. */
  onChange: (html: string) => void
  onBlur?: () => void
  /** Stores a picture. Without it pictures cannot be added. */
  sendPicture?: SendPicture
}

export default function RichText({ value, onChange, onBlur, sendPicture, disabled, ...field }: RichTextProps) {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const [address, setAddress] = useState<string>()
  const [sending, setSending] = useState(0)
  const chooser = useRef<HTMLInputElement>(null)
  /** Inserts the pictures one after the other, to keep the order in which they were chosen. */
  const addPictures = async (into: Editor, files: readonly File[], at?: number): Promise<void> => {
    if (!sendPicture) return
    setSending(count => count + files.length)
    for (const file of files) {
      try {
        const sent = await sendPicture(file)
        if (!into.isDestroyed) insertPicture(into, sent, file.name, at)
      } catch (error) {
        const why = error instanceof Error && error.message
        toast.error(why || UPLOAD_FAILED)
      }
      setSending(count => count - 1)
    }
  }
  const editor = useEditor(box, { value, label: translate(field.label), onChange, onBlur, addPictures })

  useEffect(() => {
    const dom = editor?.view.dom
    if (!dom) return
    editor.setEditable(!disabled, false)
    dom.setAttribute('role', 'textbox')
    dom.setAttribute('aria-multiline', 'true')
    dom.setAttribute('aria-label', translate(field.label))
    dom.toggleAttribute('aria-required', Boolean(field.required))
    if (field.error) dom.setAttribute('aria-invalid', 'true')
    else dom.removeAttribute('aria-invalid')
  }, [editor, disabled, translate, field.label, field.required, field.error])

  const button = ({ icon, label, on, run }: Tool) => (
    <IconButton
      key={translate(label)}
      icon={icon}
      size="small"
      label={label}
      disabled={!editor || Boolean(disabled)}
      {...(on && editor ? { pressed: on(editor) } : {})}
      onPress={() => {
        if (editor) run(editor)
      }}
    />
  )
  const setLink = (): void => {
    if (!editor || address === undefined) return
    const href = address.trim()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else {
      const whole = /^(https?:|mailto:|tel:|\/)/.test(href) ? href : `https://${href}`
      if (!whole.startsWith('/') && !isWebAddress(whole)) return
      chain.setLink({ href: whole }).run()
    }
    setAddress(undefined)
  }
  return (
    <Field {...field} group>
      {() => (
        <div className="box rich-text" data-disabled={disabled || undefined}>
          {!disabled && (
            <div className="rich-text-tools" role="toolbar" aria-label={translate(['格式', 'Format'])}>
              {richTools.map((group, at) => (
                <span key={at} className="rich-text-group">
                  {group.map(button)}
                </span>
              ))}
              <span className="rich-text-group">
                <IconButton
                  icon={Link2}
                  size="small"
                  label={['链接', 'Link']}
                  disabled={!editor}
                  pressed={editor?.isActive('link') ?? false}
                  onPress={() => setAddress((editor?.getAttributes('link').href as string | undefined) ?? '')}
                />
                {sendPicture && (
                  <IconButton
                    icon={ImagePlus}
                    size="small"
                    label={['图片', 'Picture']}
                    disabled={!editor || sending > 0}
                    onPress={() => chooser.current?.click()}
                  />
                )}
              </span>
              <span className="rich-text-group">{history.map(button)}</span>
            </div>
          )}
          {address !== undefined && (
            <RichTextLine
              label={['链接地址', 'Link address']}
              value={address}
              placeholder="https://"
              focused
              onChange={setAddress}
              onApply={setLink}
              onCancel={() => setAddress(undefined)}
            />
          )}
          {sending > 0 && (
            <div className="rich-text-link" role="status">
              {translate([
                `正在上传 ${sending} 张图片…`,
                `Uploading ${sending} ${sending === 1 ? 'picture' : 'pictures'}…`,
              ])}
            </div>
          )}
          {editor && !disabled && editor.isActive('picture') && (
            <RichTextLine
              label={['图片说明', 'Picture description']}
              value={String(editor.getAttributes('picture').alt ?? '')}
              onChange={alt => editor.commands.updateAttributes('picture', { alt })}
              onApply={() => editor.commands.focus()}
              onCancel={() => editor.commands.focus()}
            />
          )}
          <div className="rich" ref={box} />
          <input
            ref={chooser}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden="true"
            multiple
            accept="image/jpeg,image/png,image/webp"
            onChange={event => {
              const files = picturesOf(event.target.files)
              event.target.value = ''
              if (editor) void addPictures(editor, files)
            }}
          />
        </div>
      )}
    </Field>
  )
}
