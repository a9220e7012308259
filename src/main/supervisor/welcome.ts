/** The lines printed when the product is ready, with its addresses. */
import type { Config } from '../config.ts'
import { listeners } from '../listeners.ts'

export function welcome(config: Config, notices: readonly string[], print: (line: string) => void): void {
  const bold = (text: string): string =>
    process.stdout.isTTY && !process.env.NO_COLOR ? `\x1b[1m${text}\x1b[22m` : text
  const lines = [
    '',
    `  ${bold('Portico 万物通')} is ready${config.roles.includes('web') ? `: ${bold(config.publicUrl)}` : ''}`,
    ...notices.map(line => `  ${line}`),
    ...(config.roles.includes('gateway') ? [`  devices: ${devicesAt(config)}`] : []),
    `  data and logs: ${config.dataDir}${config.mode === 'start' ? ' · Ctrl-C stops' : ''}`,
    '',
  ]
  lines.forEach(print)
}

/** `MQTT 127.0.0.1:1883 · TLS 8883, HTTP 127.0.0.1:8090` */
const devicesAt = (config: Config): string =>
  config.fronts
    .filter(one => !one.tls)
    .map(({ listener, host, port }) => {
      const secure = config.fronts.find(one => one.listener === listener && one.tls)
      return `${listeners.get(listener)!.transport} ${host}:${port}${secure ? ` · TLS ${secure.port}` : ''}`
    })
    .join(', ')
