/** The faults of a simulated device, each switched on and off by its name. */
export const FAULTS = {
  offline: 'loses its connection again and again, for 15 to 60 s',
  slow: 'answers commands 3 to 9 s late',
  clock: 'its clock is two hours ahead, and its events say so',
  duplicate: 'sends every event and every reply twice',
  refuse: 'refuses every command with code 4999',
  full: 'has no room for another person or card (4130)',
  busy: 'takes no people or cards now (4290)',
  jam: 'what moves gets stuck: the motor runs and nothing moves',
  nobody: 'nobody stands in front of it when it takes a portrait',
} as const

export type Fault = keyof typeof FAULTS
export type Faults = Set<Fault>

const isFault = (name: string): name is Fault => Object.hasOwn(FAULTS, name)

/** Reads `slow,clock`; `-slow` removes one, `none` all of them. Returns unknown names. */
export function switchFaults(faults: Faults, text: string): string[] {
  const unknown: string[] = []
  for (const item of text.split(/[\s,]+/).filter(Boolean)) {
    const name = item.replace(/^-/, '')
    if (name === 'none') faults.clear()
    else if (!isFault(name)) unknown.push(name)
    else if (item.startsWith('-')) faults.delete(name)
    else faults.add(name)
  }
  return unknown
}
