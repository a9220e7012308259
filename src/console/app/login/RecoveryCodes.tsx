/** Recovery codes, shown only once: each signs in once without phone or passkey. */
import { Copy, Download } from 'lucide-react'
import { DOWNLOAD } from '#base/dialogTexts.ts'
import { COPIED, COPY } from '#base/texts.ts'
import { useCopy } from '#console/kit/Copyable.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import './factor.css'

const save = (text: string): void => {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const translate = useTranslate()
  const text = codes.join('\n')
  const { copied, copy } = useCopy(text)
  return (
    <div className="recovery">
      <Notice tone="warn">
        {translate([
          '请保存这些恢复码，它们只显示这一次。手机和通行密钥都不可用时，每个恢复码可登录一次。',
          'Save these codes; they are shown only once. Each signs you in one time when neither your phone nor your passkey is available.',
        ])}
      </Notice>
      <ol className="recovery-codes mono">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Row gap={8}>
        <Button size="small" icon={Copy} onPress={copy}>
          {translate(copied ? COPIED : COPY)}
        </Button>
        <Button size="small" icon={Download} onPress={() => save(text)}>
          {translate(DOWNLOAD)}
        </Button>
      </Row>
    </div>
  )
}
