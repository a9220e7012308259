/** A small count or word, shown beside a name. */
import './Badge.css'

export type BadgeProps = {
  children: string | number
  tone?: 'bad' | 'info' | 'mute' | 'ok' | 'warn'
  /** Numbers above it show as `99+`. */ most?: number
}

export const Badge = ({ children, tone = 'mute', most = 99 }: BadgeProps) => (
  <span className="badge" data-tone={tone}>
    {typeof children === 'number' && children > most ? `${most}+` : children}
  </span>
)
