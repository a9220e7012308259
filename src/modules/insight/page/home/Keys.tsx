/** The API keys of the application: when each was last used, and when it expires. */
import { counted } from '#base/counted.ts'
import { KeyRound } from 'lucide-react'
import { showInstant } from '#base/time.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { useTranslate } from '#console/kit/language.tsx'
import type { Key } from '../../home.ts'

const SOON_MS = 14 * 86_400_000
const SHOWN = 4

export const Keys = ({ keys, appId, now }: { keys: readonly Key[]; appId: string; now: number }) => {
  const translate = useTranslate()
  const ends = ({ expiresAt }: Key): { words: string; tone?: 'bad' | 'warn' } => {
    if (expiresAt === null) return { words: translate(['不过期', 'No end']) }
    const left = Date.parse(expiresAt) - now
    const days = Math.ceil(left / 86_400_000)
    if (left <= 0) return { words: translate(['已过期', 'Expired']), tone: 'bad' }
    return left <= SOON_MS
      ? { words: translate([`${days} 天后过期`, `${counted(days, 'day')} left`]), tone: 'warn' }
      : { words: showInstant(expiresAt).slice(0, 10) }
  }
  return (
    <ul className="dc-list">
      {keys.slice(0, SHOWN).map(key => {
        const { words, tone } = ends(key)
        return (
          <li key={key.id}>
            <a className="dc-row" href={`/apply/apiKey/${appId}?row=${key.id}`} onClick={followLink}>
              <i className="home-glyph">
                <Icon of={KeyRound} size={16} />
              </i>
              <span className="dc-passage-words">
                <b>{key.name}</b>
                <small>
                  {key.lastUsedAt
                    ? translate([
                        `上次使用 ${showInstant(key.lastUsedAt).slice(5, 16)}`,
                        `Used ${showInstant(key.lastUsedAt).slice(5, 16)}`,
                      ])
                    : translate(['从未使用', 'Never used'])}
                </small>
              </span>
              <small className={tone ?? 'second'}>{words}</small>
            </a>
          </li>
        )
      })}
      {keys.length === 0 && <li className="dc-empty">{translate(['还没有接入密钥', 'No API key yet'])}</li>}
    </ul>
  )
}
