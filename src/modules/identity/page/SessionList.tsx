/** Open sessions, each with a button to end it; the current one is marked. */
import { Monitor, Smartphone } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import { Button } from '#console/kit/Button.tsx'
import { Empty } from '#console/kit/layout/Empty.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import { agentWords } from '../signIn/agentWords.rules.ts'
import { wayWords, type OwnSession } from './ownAccount.ts'
import './security.css'

export const SessionList = ({
  sessions,
  onEnd,
}: {
  sessions: readonly OwnSession[]
  onEnd: (session: OwnSession) => void
}) => {
  const translate = useTranslate()
  if (sessions.length === 0) return <Empty title={['没有登录会话', 'Nobody is signed in']} />
  return (
    <ul className="security-list">
      {sessions.map(session => (
        <li key={session.id}>
          <Icon of={/iPhone|Android|Mobile/.test(session.agent ?? '') ? Smartphone : Monitor} size={20} />
          <div className="security-words">
            <b>
              {translate(agentWords(session.agent))}
              {session.current && <Pill tone="ok">{['本次登录', 'This one']}</Pill>}
            </b>
            <small>
              <span className="mono">{session.ip ?? '—'}</span>
              <span>{translate(wayWords[session.way] ?? '')}</span>
              <span>
                {translate([`登录于 ${showInstant(session.createdAt)}`, `Since ${showInstant(session.createdAt)}`])}
              </span>
              <span>
                {translate([
                  `最近活动 ${showInstant(session.lastSeenAt)}`,
                  `Last seen ${showInstant(session.lastSeenAt)}`,
                ])}
              </span>
            </small>
          </div>
          {!session.current && (
            <Button size="small" onPress={() => onEnd(session)}>
              {translate(['退出', 'Sign out'])}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
