/** 接入密钥 of an application: the credentials of its integrator's programs. */
import { EDIT } from '#base/listTexts.ts'
import { useMemo, useState } from 'react'
import { BookOpen, Plus } from 'lucide-react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import type { RowOf } from '#model/row.ts'
import { can } from '#console/data/me.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { MadeKey } from '../page/KeyOnce.tsx'
import type { apiKey } from './apiKey.noun.ts'

const KeyDialog = lazy(async () => (await import('../page/KeyDialog.tsx')).KeyDialog)
const KeyOnce = lazy(async () => (await import('../page/KeyOnce.tsx')).KeyOnce)
const KeyRotate = lazy(async () => (await import('../page/KeyRotate.tsx')).KeyRotate)
const KeyDrawer = lazy(async () => (await import('../page/KeyDrawer.tsx')).KeyDrawer)

const ACTIVE = 1

export default function ApiKeyPage(props: PageProps) {
  const translate = useTranslate()
  /** The row in the dialog; null for a new one. */
  const [editing, setEditing] = useState<RowOf<typeof apiKey> | null>()
  const [made, setMade] = useState<MadeKey>()
  const pieces = useMemo((): LensPieces<typeof apiKey> => {
    const add = can('apiKey:add') && (
      <Button variant="primary" icon={Plus} onPress={() => setEditing(null)}>
        {translate(['新建接入密钥', 'New API key'])}
      </Button>
    )
    return {
      first: add,
      actions: (
        <>
          <Button icon={BookOpen} onPress={() => window.open('/docs', '_blank', 'noopener')}>
            {translate(['接入说明', 'How to'])}
          </Button>
          {add}
        </>
      ),
      acts: row =>
        can('apiKey:edit') && row.state === ACTIVE ? [{ id: 'edit', label: EDIT, onPress: () => setEditing(row) }] : [],
      drawer: row => <KeyDrawer row={row} />,
      dialogs: { rotate: KeyRotate },
    }
  }, [translate])
  return (
    <>
      <LensPage {...props} pieces={pieces} />

      {editing !== undefined && (
        <KeyDialog
          key={editing?.id ?? 'new'}
          row={editing ?? undefined}
          onClose={() => setEditing(undefined)}
          onMade={setMade}
        />
      )}
      {made && <KeyOnce made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}
