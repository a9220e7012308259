/** What is delivered: a subject by its kind and id, in the form of one set of a device. */

export interface Subject {
  kind: string
  id: string
}
/** A key for maps of subjects. */
export const subjectKey = ({ kind, id }: Subject): string => `${kind}:${id}`
/** A key for maps of what one device stores about a subject of a known kind. */
export const pairOf = (deviceId: string, subjectId: string): string => `${deviceId}|${subjectId}`
