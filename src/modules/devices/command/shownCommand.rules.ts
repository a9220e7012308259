/**
 * The visible part of a command. Commands of the sync engine contain people, cards and links to portraits; lists, logs and
 * stories show only their number. The pages of rights show who is on a device, to users who may see people.
 */
import type { DeviceClass } from '#model/device.ts'
import type { Params } from '#model/row.ts'

type Content = Params | null

const counted = (content: Content): Content =>
  content === null || typeof content !== 'object'
    ? content
    : Object.fromEntries(
        Object.entries(content).map(([name, value]) => [name, Array.isArray(value) ? { count: value.length } : value]),
      )

/** What remains of an answer item by item: the codes, without the items; of other lists their length, of objects nothing. */
export const codesOf = (data: Params): Params =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, typeof value === 'object' && value ? {} : value]
      const items = value.map(Object) as Params[]
      return items.some(item => 'code' in item)
        ? [name, items.map(({ code }) => (code === undefined ? {} : { code }))]
        : [name, { count: value.length }]
    }),
  )

/** An answer without the members of sets: a list that names them by their key is its length. */
export const membersCounted = ({ sets }: Pick<DeviceClass, 'sets'>, data: Params): Params =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value) && value.some(item => sets.some(({ key }) => key in Object(item)))
        ? { count: value.length }
        : value,
    ]),
  )

/** True for the commands that maintain a set: adding, removing and reading back. */
const keepsSet = (deviceClass: DeviceClass | undefined, identifier: string): boolean =>
  deviceClass?.sets.some(({ put, putRights, remove, readBack }) =>
    [put.command, putRights?.command, remove.command, readBack.command].includes(identifier),
  ) ?? false

/**
 * Parameters and answer of a command, with the members of sets replaced by their number. Of a class that no longer
 * exists nothing is shown.
 */
export function shownCommand<T extends { params: unknown; data: unknown }>(
  deviceClass: DeviceClass | undefined,
  identifier: string,
  command: T,
): T {
  if (deviceClass && !keepsSet(deviceClass, identifier)) return command
  return { ...command, params: counted(command.params as Content), data: counted(command.data as Content) }
}
