/** A picture in formatted text. Only URLs of this server are accepted, so pictures of pasted pages are dropped. */
import { Node, type Editor } from '@tiptap/core'
import { CONTENT_PICTURES, isContentPicture } from '#base/contentPicture.ts'

export type SentPicture = { url: string; width?: number; height?: number }
/** Stores a picture; resolves with its URL and size. */
export type SendPicture = (file: File) => Promise<SentPicture>

export const RichPicture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes() {
    return { src: { default: null }, alt: { default: '' }, width: { default: null }, height: { default: null } }
  },
  parseHTML() {
    return [
      {
        tag: `img[src^="${CONTENT_PICTURES}"]`,
        getAttrs: element => (isContentPicture(element.getAttribute('src')) ? null : false),
      },
    ]
  },
  renderHTML({ HTMLAttributes }) {
    return ['img', HTMLAttributes]
  },
})

const isPicture = (file: File): boolean => /^image\/(jpeg|png|webp)$/.test(file.type)
export const picturesOf = (files: FileList | undefined | null): File[] => [...(files ?? [])].filter(isPicture)

/** Inserts a picture at `at`, or at the cursor. */
export const insertPicture = (editor: Editor, sent: SentPicture, name: string, at?: number): void => {
  const content = {
    type: 'picture',
    attrs: {
      src: sent.url,
      alt: name.replace(/\.\w+$/, ''),
      ...(sent.width ? { width: sent.width, height: sent.height } : {}),
    },
  }
  const chain = editor.chain().focus()
  if (at === undefined) chain.insertContent(content).run()
  else chain.insertContentAt(Math.min(at, editor.state.doc.content.size), content).run()
}
