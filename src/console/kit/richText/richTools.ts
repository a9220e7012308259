/** The toolbar of formatted text: the label and command of each tool, and when it is active. */
import type { Editor } from '@tiptap/core'
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import type { IconShape } from '#console/kit/Icon.tsx'
import type { Words } from '#console/kit/language.tsx'

export type Tool = { icon: IconShape; label: Words; on?: (editor: Editor) => boolean; run: (editor: Editor) => void }

export const richTools: readonly (readonly Tool[])[] = [
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
      label: ['删除线', 'Strikethrough'],
      on: editor => editor.isActive('strike'),
      run: editor => editor.chain().focus().toggleStrike().run(),
    },
  ],
  [
    {
      icon: List,
      label: ['项目符号', 'Bulleted list'],
      on: editor => editor.isActive('bulletList'),
      run: editor => editor.chain().focus().toggleBulletList().run(),
    },
    {
      icon: ListOrdered,
      label: ['编号', 'Numbered list'],
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
export const history: readonly Tool[] = [
  { icon: Undo2, label: ['撤销', 'Undo'], run: editor => editor.chain().focus().undo().run() },
  { icon: Redo2, label: ['重做', 'Redo'], run: editor => editor.chain().focus().redo().run() },
]
