/** A serial, address or key that is copied by pressing it. */
import { useEffect, useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { COPIED, COPY } from '#base/texts.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import './Copyable.css'

export type CopyableProps = {
  children: string
  /** Shown in place of the text that is copied. */ shown?: string
  label?: Words
  plain?: boolean
}

/** Copies also on pages without HTTPS, which have no clipboard API. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'visually-hidden'
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}

/** True for a short time after copying. */
export const useCopy = (text: string): { copied: boolean; copy: () => void } => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  return {
    copied,
    copy: () => {
      void copyText(text).then(done => {
        setCopied(done)
        if (!done) toast.error(['复制失败', 'Could not copy'])
      })
    },
  }
}

export const Copyable = ({ children, shown, label = COPY, plain }: CopyableProps) => {
  const translate = useTranslate()
  const { copied, copy } = useCopy(children)
  return (
    <button
      type="button"
      className="copyable"
      onClick={copy}
      data-tip={translate(copied ? COPIED : label)}
      aria-label={`${translate(label)} ${shown ?? children}`}
    >
      <span className={plain ? 'ellipsis' : 'mono ellipsis'}>{shown ?? children}</span>
      <span className="copyable-icon" data-copied={copied || undefined}>
        <Icon of={copied ? Check : Copy} size={12} />
      </span>
    </button>
  )
}
