/** An avatar: a circle for accounts; a rounded square for captured pictures, vehicles and organisations. */
import { useState } from 'react'
import './Avatar.css'

export type AvatarProps = {
  name: string
  src?: string | undefined
  shape?: 'circle' | 'square'
  /** In px: 24, 32, 40, or larger for captured pictures. */
  size?: number
}

/** The first character of a Chinese name, or the initials of the first two words of a Latin one. */
const initials = (name: string): string => {
  const trimmed = name.trim()
  if (/^[\x20-\x7e]+$/.test(trimmed))
    return trimmed
      .split(/\s+/)
      .slice(0, 2)
      .map(part => part[0]?.toUpperCase() ?? '')
      .join('')
  return [...trimmed].slice(0, 1).join('')
}

const hues = ['blue', 'green', 'amber', 'violet', 'slate'] as const
const hueOf = (name: string): string =>
  hues[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues.length] ?? 'blue'

export const Avatar = ({ name, src, shape = 'circle', size = 32 }: AvatarProps) => {
  const [failed, setFailed] = useState<string>()
  return (
    <span
      className="avatar"
      data-shape={shape}
      data-hue={hueOf(name)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
    >
      {src && failed !== src ? (
        <img src={src} alt={name} loading="lazy" decoding="async" onError={() => setFailed(src)} />
      ) : (
        <span role="img" aria-label={name}>
          {initials(name)}
        </span>
      )}
    </span>
  )
}
