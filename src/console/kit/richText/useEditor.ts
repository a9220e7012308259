/** The tiptap editor within an element, created once. Pasted or dropped pictures are stored before they are inserted. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { picturesOf, RichPicture } from '#console/kit/richText/richPicture.ts'

type EditorOptions = {
  value: string
  /** What the text is, for those who do not see it; the editor has it from its first moment. */
  label: string
  onChange: (html: string) => void
  onBlur: (() => void) | undefined
  /** Stores pasted or dropped pictures and inserts them; does nothing where pictures are not possible. */
  addPictures: (into: Editor, files: readonly File[], at?: number) => Promise<void>
}

export const useEditor = (box: RefObject<HTMLElement | null>, options: EditorOptions): Editor | undefined => {
  const { value } = options
  const [editor, setEditor] = useState<Editor>()
  const [, redraw] = useState(0)
  const latest = useRef({ ...options, html: value })
  Object.assign(latest.current, options)

  useEffect(() => {
    const made = new Editor({
      element: box.current,
      content: latest.current.html,
      // The Content-Security-Policy forbids injected styles; RichText.css contains them.
      injectCSS: false,
      extensions: [
        StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false, defaultProtocol: 'https' } }),
        RichPicture,
      ],
      editorProps: {
        attributes: () => ({ 'aria-label': latest.current.label }),
        handlePaste: (_view, event) => {
          const files = picturesOf(event.clipboardData?.files)
          if (!files.length || !made.isEditable) return false
          // Office programs also copy an image of the text, which must not be pasted in place of the text.
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
  }, [box])
  // A value from outside replaces the text. The value that the editor itself reported must not, or the cursor would
  // jump.
  useEffect(() => {
    if (!editor || value === latest.current.html) return
    latest.current.html = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return editor
}
