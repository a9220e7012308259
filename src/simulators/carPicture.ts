/** Pictures of a car before a barrier, as its camera takes them: the whole, and the plate alone. */
import sharp from 'sharp'

const BLUE = '#1d4f9e'
/** Texts of plates come from the command line. */
const safe = (text: string): string => text.slice(0, 12).replace(/[<>&"']/g, '')

const plateAt = (plate: string, x: number, y: number, height: number): string => {
  const width = height * 3.2
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 10}" fill="${BLUE}" stroke="#e8eef7" stroke-width="${height / 18}"/>
  <text x="${x + width / 2}" y="${y + height * 0.73}" font-family="sans-serif" font-size="${height * 0.62}" font-weight="700" fill="#fff" text-anchor="middle">${safe(plate)}</text>`
}
const jpeg = (width: number, height: number, drawn: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`))
    .jpeg({ quality: 82 })
    .toBuffer()

export const platePicture = (plate: string): Promise<Buffer> =>
  jpeg(288, 90, `<rect width="288" height="90" fill="#30343b"/>${plateAt(plate, 8, 2, 85)}`)

export const carPicture = (plate: string): Promise<Buffer> =>
  jpeg(
    960,
    540,
    `<rect width="960" height="540" fill="#8b96a3"/><path d="M0 540 300 230H660l300 310z" fill="#59626d"/>
    <path d="M300 400v-90l60-120h240l60 120v90z" fill="#2f3a48"/><path d="M345 300l40-86h190l40 86z" fill="#9db2c8"/>
    <circle cx="345" cy="345" r="22" fill="#f3efd9"/><circle cx="615" cy="345" r="22" fill="#f3efd9"/>
    <rect x="300" y="395" width="360" height="26" rx="6" fill="#1c232c"/>${plateAt(plate, 400, 345, 50)}`,
  )
