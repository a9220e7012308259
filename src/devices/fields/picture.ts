/** A picture in a message of a device. */
import type { Text } from '#base/text.ts'
import { text } from '#model/field.ts'

/** JPEG or PNG in base64, at most 400,000 characters; or `upload`, and the picture is sent to the address in the reply. */
export const picture = (label: Text) => text(label, { picture: true, max: 400_000, example: '/9j/4AAQSkZJRg…' })
