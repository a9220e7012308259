/** How an alarm host is connected by SIA DC-09: what is entered in its communicator, and a report to try. */
import { SERIAL_NUMBER } from '#base/credentialTexts.ts'
import { defineGuide } from '#model/protocol.ts'

/** The secret as the hexadecimal digits that hosts take as their key; the shorter keys are its beginning. */
function keyOf(secret: string, bytes: number): string {
  const binary = atob(secret.replaceAll('-', '+').replaceAll('_', '/'))
  return [...binary.slice(0, bytes)]
    .map(one => one.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
const isAccount = (sn: string): boolean => /^[0-9A-F]{3,16}$/i.test(sn)

export const guide = defineGuide('dc09', {
  fields: ({ host, port }, { sn, secret }) => [
    { label: ['接收机地址', 'Address of the receiver'], value: `${host}:${port}` },
    {
      label: isAccount(sn)
        ? [`账号（${SERIAL_NUMBER[0]}）`, `Account (${SERIAL_NUMBER[1].toLowerCase()})`]
        : [
            '账号：序列号须为 3–16 位 0–9、A–F，请换序列号重新添加',
            'Account: the serial number must be 3–16 digits 0–9, A–F; add the device again with such a number',
          ],
      value: sn,
    },
    { label: ['AES-256 密钥', 'AES-256 key'], value: keyOf(secret, 32), wide: true },
    { label: ['AES-128 密钥', 'AES-128 key'], value: keyOf(secret, 16), wide: true },
    { label: ['链路测试间隔', 'Link test interval'], value: '60 s' },
  ],
  examples: [
    {
      id: 'plain',
      label: ['不加密的报警', 'An alarm in plain text'],
      program: true,
      code: ({ host, port }, { sn }) =>
        [
          "python3 - <<'END'",
          'import socket',
          `body = b'"ADM-CID"0001L0#${sn}[#${sn}|1130 01 001]'`,
          'crc = 0',
          'for byte in body:',
          '    crc ^= byte',
          '    for _ in range(8):',
          '        crc = crc >> 1 ^ 0xA001 if crc & 1 else crc >> 1',
          `with socket.create_connection(('${host}', ${port})) as host:`,
          "    host.sendall(b'\\n%04X%04X%s\\r' % (crc, len(body), body))",
          '    print(host.recv(200))',
          'END',
        ].join('\n'),
    },
    {
      id: 'simulate',
      label: ['模拟主机', 'A simulated host'],
      code: ({ host, port, deviceClass }) =>
        `npm run simulate -- --class ${deviceClass.key} --protocol dc09 --host ${host} --port ${port} --password …`,
    },
  ],
})
