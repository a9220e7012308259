/** Imports rows from a spreadsheet; the dialog's code is loaded when it is first opened. */
import { useState } from 'react'
import { Upload } from 'lucide-react'
import type { Noun } from '#model/noun.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'

const ImportDialog = lazy(async () => (await import('#console/crud/job/ImportDialog.tsx')).ImportDialog)

export const ImportButton = ({ noun }: { noun: Noun }) => {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={Upload} onPress={() => setOpen(true)}>
        {translate(['导入', 'Import'])}
      </Button>
      {open && <ImportDialog noun={noun} onClose={() => setOpen(false)} />}
    </>
  )
}
