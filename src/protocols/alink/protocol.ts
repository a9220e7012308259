/** Alink over MQTT, as models name it. */
import { defineProtocol } from '#model/protocol.ts'

export const protocol = defineProtocol('alink', { label: ['MQTT（Alink）', 'MQTT (Alink)'] })
