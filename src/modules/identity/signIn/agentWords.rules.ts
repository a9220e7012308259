/** The client of a session in words: its browser and its system. */
import type { Text } from '#base/text.ts'

/** `Chrome · Windows`, from the user agent of a browser; of a program, its name. */
export const agentWords = (agent: string | null): Text => {
  if (!agent) return ['未知设备', 'Unknown device']
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /MicroMessenger/.test(agent)
      ? 'WeChat'
      : /Firefox\//.test(agent)
        ? 'Firefox'
        : /Chrome\//.test(agent)
          ? 'Chrome'
          : /Safari\//.test(agent)
            ? 'Safari'
            : agent.split(/[ /(]/)[0]!
  const system = /Windows/.test(agent)
    ? 'Windows'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Android/.test(agent)
        ? 'Android'
        : /Mac OS/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : ''
  const words = system ? `${browser} · ${system}` : browser
  return [words, words]
}
