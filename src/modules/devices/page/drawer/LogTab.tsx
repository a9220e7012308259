/** Every frame from and to the device, unchanged. */
import { ALL } from '#base/texts.ts'
import { DOWNSTREAM, UPSTREAM } from '#base/figureTexts.ts'
import { OTHER } from '#base/labelTexts.ts'
import { useState } from 'react'
import { showClock } from '#base/time.ts'
import { CodeBlock } from '#console/kit/CodeBlock.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { shortInstant } from '#base/ago.ts'
import { frameLabel, isWrong, WRONG_FRAMES } from '../../facts/frameKinds.ts'
import { TabPages, useTabPages } from './TabPages.tsx'
import './LogTab.css'

interface Frame {
  id: string
  at: string
  kind: number
  upstream: boolean
  identifier: string | null
  content: unknown
  code: number | null
  requestId: string | null
  bytes: number | null
}

type Which = 'all' | 'up' | 'down' | 'wrong'
const FILTERS: Readonly<Record<Which, Readonly<Record<string, string>>>> = {
  all: {},
  up: { upstream: 'true' },
  down: { upstream: 'false' },
  wrong: { kind: WRONG_FRAMES.join(',') },
}

export const LogTab = ({ deviceId }: { deviceId: string }) => {
  const translate = useTranslate()
  const [which, setWhich] = useState<Which>('all')
  const [open, setOpen] = useState<string>()
  const pages = useTabPages<Frame>('/api/device/log/page', { deviceId, ...FILTERS[which] }, 30)
  return (
    <>
      <div className="tab-head">
        <Segmented<Which>
          label={['方向', 'Direction']}
          value={which}
          onChange={setWhich}
          items={[
            { id: 'all', label: ALL },
            { id: 'up', label: UPSTREAM },
            { id: 'down', label: DOWNSTREAM },
            { id: 'wrong', label: ['异常', 'Wrong'] },
          ]}
        />
      </div>
      <TabPages pages={pages} empty={['还没有报文', 'No messages yet']}>
        {frame => (
          <div key={frame.id}>
            <button
              type="button"
              className="log-row"
              data-wrong={isWrong(frame.kind) || undefined}
              aria-expanded={open === frame.id}
              onClick={() => setOpen(open === frame.id ? undefined : frame.id)}
            >
              <span className="tab-row-time">
                {Date.now() - Date.parse(frame.at) < 12 * 3_600_000 ? showClock(frame.at) : shortInstant(frame.at)}
              </span>
              <span className="log-way" aria-label={translate(frame.upstream ? UPSTREAM : DOWNSTREAM)}>
                {frame.upstream ? '↑' : '↓'}
              </span>
              <span className="log-kind">{translate(frameLabel(frame.kind) ?? OTHER)}</span>
              <span className="mono ellipsis log-text">
                {[
                  frame.identifier,
                  typeof frame.content === 'object' ? JSON.stringify(frame.content) : String(frame.content ?? ''),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </span>
            </button>
            {open === frame.id && (
              <div className="log-more">
                <CodeBlock wrap>{JSON.stringify(frame.content, null, 2)}</CodeBlock>
                <p className="small third">
                  {[
                    frame.requestId && `#${frame.requestId}`,
                    frame.code !== null && translate([`返回码 ${frame.code}`, `Code ${frame.code}`]),
                    frame.bytes !== null && `${frame.bytes} B`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
            )}
          </div>
        )}
      </TabPages>
    </>
  )
}
