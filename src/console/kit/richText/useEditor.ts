/** The editor of formatted text within an element, made once; pictures that are pasted or dropped are stored first. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { picturesOf, RichPicture } from '#console/kit/richText/richPicture.ts'

type EditorOptions = {
  value: string
  onChange: (html: string) => void
  onBlur: (() => void) | undefined
  /** Where pictures are possible one that is pasted or dropped is stored first; where not, it is no text. */
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
      // The page's policy refuses styles written into it; ours are in RichText.css.
      injectCSS: false,
      extensions: [
        StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false, defaultProtocol: 'https' } }),
        RichPicture,
      ],
      editorProps: {
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
  }, [box])
  // What comes from outside replaces the text; what comes back from a keystroke does not.
  useEffect(() => {
    if (!editor || value === latest.current.html) return
    latest.current.html = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return editor
}
