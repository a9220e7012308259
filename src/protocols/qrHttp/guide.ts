/** How a QR reader is connected by HTTP: the address that is entered in it, and calls to try. */
import { SECRET, SERIAL_NUMBER } from '#base/credentialTexts.ts'
import { defineGuide, type Place } from '#model/protocol.ts'

const address = ({ host, port }: Place): string => `http://${host}:${port}/qr`

export const guide = defineGuide('qrHttp', {
  fields: (place, { sn, secret }) => [
    { label: ['上报地址', 'Address to post to'], value: address(place) },
    {
      label: [`${SERIAL_NUMBER[0]}（devicenumber / cjihao）`, `${SERIAL_NUMBER[1]} (devicenumber / cjihao)`],
      value: sn,
    },
    { label: [`${SECRET[0]}（可签名的读头）`, `${SECRET[1]} (readers that sign)`], value: secret, wide: true },
  ],
  examples: [
    {
      id: 'form',
      label: ['POST 表单', 'POST form'],
      code: (place, { sn }) =>
        `curl --data-binary 'vgdecoderesult=CODE&&devicenumber=${sn}&&otherparams=fw=1.0' \\\n  ${address(place)}`,
    },
    {
      id: 'query',
      label: ['GET', 'GET'],
      code: (place, { sn }) => `curl '${address(place)}?cardid=CODE&mjihao=1&cjihao=${sn}&status=11&time='`,
    },
    {
      id: 'signed',
      label: ['签名', 'Signed'],
      program: true,
      code: (place, { sn, secret }) =>
        [
          `BODY='vgdecoderesult=CODE&&devicenumber=${sn}&&otherparams='`,
          'TS=$(date +%s%3N); NONCE=$(openssl rand -hex 8)',
          'DIGEST=$(printf %s "$BODY" | openssl dgst -sha256 -hex | sed \'s/.* //\')',
          `SIGN=$(printf 'POST\\n/qr\\n%s\\n%s\\n%s' "$TS" "$NONCE" "$DIGEST" | openssl dgst -sha256 -hmac '${secret}' -hex | sed 's/.* //')`,
          'curl -H "x-portico-ts: $TS" -H "x-portico-nonce: $NONCE" -H "x-portico-sign: $SIGN" \\',
          `  --data-binary "$BODY" ${address(place)}`,
        ].join('\n'),
    },
  ],
})
