/** What is missing of a device class: what the registry would refuse, texts, its icon, and how a new ability behaves. */
import { classProblems } from '#model/problems/classProblems.ts'
import type { DeviceClass } from '#model/device.ts'

interface Known {
  /** Protocols in which devices speak. */
  spoken: readonly string[]
  /** Those that are loaded with every page. */
  icons: readonly string[]
  /** Throws where an ability has no behaviour. */
  simulate(): void
}

/** One line for each, with what to do. */
export function classGaps(deviceClass: DeviceClass, { spoken, icons, simulate }: Known): string[] {
  const { key, label, icon } = deviceClass
  return [
    ...classProblems(deviceClass, spoken).map(problem => `src/devices/${key}.ts: ${problem}`),
    ...(label.every(text => text) ? [] : [`src/devices/${key}.ts: its label lacks a language`]),
    ...(icons.includes(icon)
      ? []
      : [`src/devices/${key}.ts: its icon '${icon}' is none of src/console/kit/iconSet.ts; import it there`]),
    ...unplayed(simulate),
  ]
}

function unplayed(simulate: () => void): string[] {
  try {
    simulate()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}
