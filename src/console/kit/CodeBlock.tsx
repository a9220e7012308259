/** Code, a frame or a payload, shown unchanged, with a button to copy it. */
import { Check, Copy } from 'lucide-react'
import { COPIED, COPY } from '#base/texts.ts'
import { useCopy } from '#console/kit/Copyable.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './CodeBlock.css'

export type CodeBlockProps = {
  children: string
  title?: Words
  /** In px; higher content scrolls. */ maxHeight?: number
  wrap?: boolean
}

export const CodeBlock = ({ children, title, maxHeight = 320, wrap }: CodeBlockProps) => {
  const translate = useTranslate()
  const { copied, copy } = useCopy(children)
  return (
    <figure className="code-block">
      {title && <figcaption>{translate(title)}</figcaption>}
      <span className="code-block-copy">
        <IconButton icon={copied ? Check : Copy} size="small" label={copied ? COPIED : COPY} onPress={copy} />
      </span>
      <pre
        style={{ maxHeight }}
        data-wrap={wrap || undefined}
        tabIndex={0}
        aria-label={title ? translate(title) : translate(['代码', 'Code'])}
        role="group"
      >
        <code>{children}</code>
      </pre>
    </figure>
  )
}
