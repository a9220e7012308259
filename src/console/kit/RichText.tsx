/** Formatted text, written as it will be read. The server keeps only what its list of tags allows. */
import { useEffect, useId, useRef, useState } from 'react'
import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import { Field, type FieldProps } from '#console/kit/Field.tsx'
import type { IconShape } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { isWebAddress } from '#base/rules.ts'
import '#console/kit/Rich.css'
import './RichText.css'

export type RichTextProps = FieldProps & {
  value: string
  /** HTML; '' when nothing is written. */
  onChange: (html: string) => void
  onBlur?: () => void
}

type Tool = { icon: IconShape; label: Words; on?: (editor: Editor) => boolean; run: (editor: Editor) => void }

const tools: readonly (readonly Tool[])[] = [
  [
    {
      icon: Heading2,
      label: ['标题', 'Heading'],
      on: editor => editor.isActive('heading', { level: 2 }),
      run: editor => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      icon: Heading3,
      label: ['小标题', 'Subheading'],
      on: editor => editor.isActive('heading', { level: 3 }),
      run: editor => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
  ],
  [
    {
      icon: Bold,
      label: ['加粗', 'Bold'],
      on: editor => editor.isActive('bold'),
      run: editor => editor.chain().focus().toggleBold().run(),
    },
    {
      icon: Italic,
      label: ['斜体', 'Italic'],
      on: editor => editor.isActive('italic'),
      run: editor => editor.chain().focus().toggleItalic().run(),
    },
    {
      icon: Underline,
      label: ['下划线', 'Underline'],
      on: editor => editor.isActive('underline'),
      run: editor => editor.chain().focus().toggleUnderline().run(),
    },
    {
      icon: Strikethrough,
      label: ['删除线', 'Strike'],
      on: editor => editor.isActive('strike'),
      run: editor => editor.chain().focus().toggleStrike().run(),
    },
  ],
  [
    {
      icon: List,
      label: ['项目符号', 'Bullets'],
      on: editor => editor.isActive('bulletList'),
      run: editor => editor.chain().focus().toggleBulletList().run(),
    },
    {
      icon: ListOrdered,
      label: ['编号', 'Numbers'],
      on: editor => editor.isActive('orderedList'),
      run: editor => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      icon: Quote,
      label: ['引用', 'Quote'],
      on: editor => editor.isActive('blockquote'),
      run: editor => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      icon: Code,
      label: ['代码', 'Code'],
      on: editor => editor.isActive('codeBlock'),
      run: editor => editor.chain().focus().toggleCodeBlock().run(),
    },
  ],
]
const history: readonly Tool[] = [
  { icon: Undo2, label: ['撤销', 'Undo'], run: editor => editor.chain().focus().undo().run() },
  { icon: Redo2, label: ['重做', 'Redo'], run: editor => editor.chain().focus().redo().run() },
]

export default function RichText({ value, onChange, onBlur, disabled, ...field }: RichTextProps) {
  const say = useSay()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const [, redraw] = useState(0)
  const [address, setAddress] = useState<string>()
  const latest = useRef({ onChange, onBlur, html: value })
  latest.current.onChange = onChange
  latest.current.onBlur = onBlur

  useEffect(() => {
    const made = new Editor({
      element: box.current,
      content: latest.current.html,
      // The page's policy refuses styles written into it; ours are in RichText.css.
      injectCSS: false,
      extensions: [
        StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false, defaultProtocol: 'https' } }),
      ],
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
              </span>
              <span className="rich-text-group">{history.map(button)}</span>
            </div>
          )}
          {address !== undefined && (
            <div className="rich-text-link">
              <label htmlFor={`${id}-link`}>{say(['链接地址', 'Address'])}</label>
              <input
                id={`${id}-link`}
                value={address}
                autoFocus
                placeholder="https://"
                onChange={event => setAddress(event.target.value)}
                onKeyDown={event => {
                  if (event.key !== 'Enter' && event.key !== 'Escape') return
                  event.preventDefault()
                  event.stopPropagation()
                  if (event.key === 'Enter') setLink()
                  else setAddress(undefined)
                }}
              />
              <button type="button" className="link" onClick={setLink}>
                {say(['应用', 'Apply'])}
              </button>
            </div>
          )}
          <div className="rich" ref={box} />
        </div>
      )}
    </Field>
  )
}
