/** A failure in place of content: what failed, why, and a button to try again. */
import { COULD_NOT_LOAD } from '#base/texts.ts'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from '#console/kit/Button.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'

export type ErrorStateProps = { title?: Words; note?: Words; onRetry?: (() => void) | undefined }

export const ErrorState = ({ title = COULD_NOT_LOAD, note, onRetry }: ErrorStateProps) => {
  const translate = useTranslate()
  return (
    <Empty
      tone="bad"
      icon={TriangleAlert}
      title={title}
      note={note}
      action={
        onRetry && (
          <Button icon={RotateCw} onPress={onRetry}>
            {translate(['重试', 'Try again'])}
          </Button>
        )
      }
    />
  )
}
