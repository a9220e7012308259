/** The syntax of topic names and topic filters (4.7), and which names a filter matches. */

/** P08: no topic of the platform is longer or deeper. */
export const MAX_BYTES = 256
export const MAX_LEVELS = 16

// Control characters may be refused (1.5.4), and no topic of the platform contains one.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

export const hasControl = (text: string): boolean => CONTROL.test(text)

/** A topic name as PUBLISH needs it: not empty, no wildcards [MQTT-3.3.2-2, 4.7.3-1]. */
export const isTopicName = (topic: string): boolean => topic !== '' && !/[+#]/.test(topic) && !hasControl(topic)

/** False for well-formed topics that are beyond this server's limits. */
export const isWithinLimits = (topic: string): boolean => {
  if (Buffer.byteLength(topic) > MAX_BYTES) return false
  let levels = 1
  for (let i = topic.indexOf('/'); i >= 0; i = topic.indexOf('/', i + 1)) levels += 1
  return levels <= MAX_LEVELS
}

/**
 * `#` only as the last level, `+` as a whole level [MQTT-4.7.1-1, -2]; a share has a name without wildcards, then a
 * filter [4.8.2-1, -2].
 */
export function isTopicFilter(filter: string): boolean {
  if (filter === '' || hasControl(filter)) return false
  if (filter === '$share' || filter.startsWith('$share/')) {
    const [, group, ...rest] = filter.split('/')
    return !!group && !/[+#]/.test(group) && isTopicFilter(rest.join('/'))
  }
  const levels = filter.split('/')
  return levels.every((level, i) => level === '+' || (level === '#' && i === levels.length - 1) || !/[+#]/.test(level))
}

export const isShared = (filter: string): boolean => filter.startsWith('$share/')

/** Whether a well-formed filter matches a topic name. Names beginning with `$` are not published here. */
export function matches(filter: string, topic: string): boolean {
  if (filter === topic) return true
  if (!/[+#]/.test(filter)) return false
  const levels = topic.split('/')
  const wanted = filter.split('/')
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true
    if (i >= levels.length || (level !== '+' && level !== levels[i])) return false
  }
  return wanted.length === levels.length
}
