/** The lines printed when the product is ready, with its addresses. */
import type { Config } from '../config.ts'

export function welcome(config: Config, notices: readonly string[], print: (line: string) => void): void {
  const bold = (text: string): string =>
    process.stdout.isTTY && !process.env.NO_COLOR ? `\x1b[1m${text}\x1b[22m` : text
  const mqtts = config.mqtts ? ` · TLS ${config.mqtts.port}` : ''
  const lines = [
    '',
    `  ${bold('Portico 万物通')} is ready${config.roles.includes('web') ? `: ${bold(config.publicUrl)}` : ''}`,
    ...notices.map(line => `  ${line}`),
    ...(config.roles.includes('gateway') ? [`  devices: MQTT ${config.mqttHost}:${config.mqttPort}${mqtts}`] : []),
    `  data and logs: ${config.dataDir}${config.mode === 'start' ? ' · Ctrl-C stops' : ''}`,
    '',
  ]
  lines.forEach(print)
}
