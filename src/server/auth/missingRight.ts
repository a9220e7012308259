/** Why a request is refused whose caller lacks a permission point: which right is missing, and whom to ask. */
import type { Text } from '#base/text.ts'
import { FAILURES } from '#model/error.ts'
import { permissionPoints } from '#model/noun.ts'
import type { NounIndex } from '../crud/references.ts'

export function missingRight(point: string, nouns: NounIndex): Text {
  const noun = nouns.get(point.split(':')[0]!)
  const label = noun && permissionPoints(noun).find(one => one.point === point)?.label
  if (!label) return FAILURES.forbidden.text
  return [
    `没有“${noun.label[0]}·${label[0]}”权限，请联系管理员开通`,
    `You need the permission “${noun.label[1]}: ${label[1]}”; please ask your administrator for it`,
  ]
}
