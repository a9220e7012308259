/** A body in parts, as cameras post it. */
export const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.alloc(300, 7),
  Buffer.from([0xff, 0xd9]),
])
const BOUNDARY = 'MIME_boundary'

export function isapiParts(parts: readonly { name: string; type: string; body: Buffer }[]): {
  type: string
  body: Buffer
} {
  const pieces = parts.flatMap(({ name, type, body }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
    ),
    body,
    Buffer.from('\r\n'),
  ])
  const type = `multipart/form-data; boundary=${BOUNDARY}`
  return { type, body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]) }
}
