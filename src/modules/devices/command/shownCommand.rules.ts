/**
 * What of a command is shown. Commands of the sync engine carry people, cards and links to portraits; lists, logs and
 * stories show how many there were. Who is on a device is answered by the pages of rights, to those who may see people.
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

/** True for the commands by which a class keeps a set: putting, removing and reading back. */
const keepsSet = (deviceClass: DeviceClass | undefined, identifier: string): boolean =>
  deviceClass?.holds.some(({ put, remove, readBack }) =>
    [put.command, remove.command, readBack.command].includes(identifier),
  ) ?? false

/** Parameters and answer of a command, with the members of sets replaced by their number. A class that is gone shows none. */
export function shownCommand<T extends { params: unknown; data: unknown }>(
  deviceClass: DeviceClass | undefined,
  identifier: string,
  command: T,
): T {
  if (deviceClass && !keepsSet(deviceClass, identifier)) return command
  return { ...command, params: counted(command.params as Content), data: counted(command.data as Content) }
}
