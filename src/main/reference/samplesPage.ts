/** The page of samples. */
import type { Page, PageContext } from './blocks.ts'
import { C_SAMPLE, NODE_SAMPLE, PYTHON_SAMPLE } from './samples.ts'

export const samplesPage = ({ translate, host, mqttPort }: PageContext): Page => ({
  slug: 'samples',
  title: translate(['示例程序', 'Samples']),
  summary: translate([
    'mqtt.js、Python 与 C：连接、上报、答复指令',
    'mqtt.js, Python and C: connect, report, answer commands',
  ]),
  blocks: [
    {
      kind: 'text',
      text: translate([
        '三个示例做同样的事：签名、连接、上报，答复每一条指令，逾期不执行，重复的只答不做。',
        'All three do the same: sign, connect, report, answer every command, do not execute expired ones, and only answer repeated ones.',
      ]),
    },
    {
      kind: 'code',
      title: translate(['JavaScript 与 Python 的环境变量', 'Environment variables for JavaScript and Python']),
      code: `export DEVICE_URL=mqtt://${host}:${mqttPort}\nexport PRODUCT_KEY=… DEVICE_NAME=… DEVICE_SECRET=…`,
    },
    { kind: 'heading', text: 'JavaScript (mqtt.js)' },
    { kind: 'code', code: NODE_SAMPLE },
    { kind: 'heading', text: 'Python (paho-mqtt)' },
    { kind: 'code', code: PYTHON_SAMPLE },
    { kind: 'heading', text: 'C (Paho Embedded)' },
    { kind: 'code', code: C_SAMPLE },
  ],
})
