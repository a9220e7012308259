/** Names the codes of a pasted list that no row has. */
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'

const NAMED = 20

export default function MissingCodes({ codes }: { codes: readonly string[] }) {
  const translate = useTranslate()
  const more = codes.length - NAMED
  const [zh, en] = [codes.slice(0, NAMED).join('、'), codes.slice(0, NAMED).join(', ')]
  return (
    <Notice tone="warn">
      {translate([
        `有 ${codes.length} 个没有找到：${zh}${more > 0 ? `，另有 ${more} 个` : ''}`,
        `${codes.length} not found: ${en}${more > 0 ? ` and ${more} more` : ''}`,
      ])}
    </Notice>
  )
}
