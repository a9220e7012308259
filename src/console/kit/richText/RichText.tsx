/** Formatted text, written as it will be read. The server keeps only what its list of tags allows. */
import { useEffect, useRef, useState } from 'react'
import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { ImagePlus, Link2 } from 'lucide-react'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay } from '#console/kit/language.tsx'
import { insertPicture, picturesOf, RichPicture, type SendPicture } from '#console/kit/richText/richPicture.ts'
import { RichTextLine } from '#console/kit/richText/RichTextLine.tsx'
import { history, tools, type Tool } from '#console/kit/richText/richTools.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import { isWebAddress } from '#base/rules.ts'
import '#console/kit/richText/Rich.css'
import './RichText.css'

export type RichTextProps = FieldProps & {
  value: string
  /** HTML; '' when nothing is written. */
  onChange: (html: string) => void
  onBlur?: () => void
  /** Stores a picture; without it there are none. */
  sendPicture?: SendPicture
}

export default function RichText({ value, onChange, onBlur, sendPicture, disabled, ...field }: RichTextProps) {
  const say = useSay()
  const box = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const [, redraw] = useState(0)
  const [address, setAddress] = useState<string>()
  const [sending, setSending] = useState(0)
  const chooser = useRef<HTMLInputElement>(null)
  /** One after the other, so that they stand in the order in which they were chosen. */
  const addPictures = async (into: Editor, files: readonly File[], at?: number): Promise<void> => {
    if (!sendPicture) return
    setSending(count => count + files.length)
    for (const file of files) {
      try {
        const sent = await sendPicture(file)
        if (!into.isDestroyed) insertPicture(into, sent, file.name, at)
      } catch (error) {
        const why = error instanceof Error && error.message
        toast.error(why || ['上传失败', 'Upload failed'])
      }
      setSending(count => count - 1)
    }
  }
  const latest = useRef({ onChange, onBlur, addPictures, html: value })
  Object.assign(latest.current, { onChange, onBlur, addPictures })

  useEffect(() => {
    const made = new Editor({
      element: box.current,
      content: latest.current.html,
      // The page's policy refuses styles written into it; ours are in RichText.css.
      injectCSS: false,
      extensions: [
        StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false, defaultProtocol: 'https' } }),
        RichPicture,
      ],
      editorProps: {
        // Where pictures are possible one that is pasted or dropped is stored first; where not, it is no text.
        handlePaste: (_view, event) => {
          const files = picturesOf(event.clipboardData?.files)
          if (!files.length || !made.isEditable) return false
          // What office programs copy carries a picture of its words along.
          if (event.clipboardData?.types.includes('text/html') && event.clipboardData.getData('text/plain'))
            return false
          void latest.current.addPictures(made, files)
          return true
        },
        handleDrop: (view, event, _slice, moved) => {
          const files = picturesOf(event.dataTransfer?.files)
          if (moved || !files.length || !made.isEditable) return false
          event.preventDefault()
          void latest.current.addPictures(
            made,
            files,
            view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos,
          )
          return true
        },
      },
      onUpdate: ({ editor: now }) => {
        const html = now.isEmpty ? '' : now.getHTML()
        latest.current.html = html
        latest.current.onChange(html)
      },
      onTransaction: () => redraw(count => count + 1),
      onBlur: () => latest.current.onBlur?.(),
    })
    setEditor(made)
    return () => made.destroy()
  }, [])
  // What comes from outside replaces the text; what comes back from a keystroke does not.
  useEffect(() => {
    if (!editor || value === latest.current.html) return
    latest.current.html = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    const dom = editor?.view.dom
    if (!dom) return
    editor.setEditable(!disabled, false)
    dom.setAttribute('role', 'textbox')
    dom.setAttribute('aria-multiline', 'true')
    dom.setAttribute('aria-label', say(field.label))
    dom.toggleAttribute('aria-required', Boolean(field.required))
    if (field.error) dom.setAttribute('aria-invalid', 'true')
    else dom.removeAttribute('aria-invalid')
  }, [editor, disabled, say, field.label, field.required, field.error])

  const button = ({ icon, label, on, run }: Tool) => (
    <IconButton
      key={say(label)}
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
            <div className="rich-text-tools" role="toolbar" aria-label={say(['格式', 'Format'])}>
              {tools.map((group, at) => (
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
              label={['链接地址', 'Address']}
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
              {say([`正在上传 ${sending} 张图片…`, `Uploading ${sending} ${sending === 1 ? 'picture' : 'pictures'}…`])}
            </div>
          )}
          {editor && !disabled && editor.isActive('picture') && (
            <RichTextLine
              label={['图片说明', 'Words for the picture']}
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
