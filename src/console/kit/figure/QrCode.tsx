/** A QR code as one SVG path; always dark on light, because some scanners read no inverted codes. */
import { useMemo } from 'react'
import { encode } from 'uqr'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './QrCode.css'

export const QrCode = ({ text, label, size = 176 }: { text: string; label: Words; size?: number }) => {
  const translate = useTranslate()
  const { path, across } = useMemo(() => {
    const code = encode(text, { border: 2, ecc: 'M' })
    const rows = code.data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    return { path: rows.join(''), across: code.size }
  }, [text])
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={translate(label)}
      width={size}
      height={size}
      viewBox={`0 0 ${across} ${across}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
