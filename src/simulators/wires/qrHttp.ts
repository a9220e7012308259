/** QR readers that call by HTTP. */
import { QrReader } from '../QrReader.ts'
import { defineWire } from '../Wire.ts'

export const qrHttp = defineWire<QrReader>('qrHttp', {
  switches: {
    wire: { what: 'how a QR reader calls: POST with &&, or GET', values: ['form', 'query'] },
    unsigned: { what: 'it proves nothing but its number' },
  },
  make: ({ credentials: { deviceName, secret }, switches, ...options }) =>
    new QrReader({
      ...{ ...options, deviceName, wire: switches.wire === 'query' ? 'query' : 'form' },
      ...(switches.unsigned ? {} : { secret }),
    }),
  happenings: { code: { usage: 'mY3k…', what: 'a code at every QR reader', run: (reader, code) => reader.scan(code) } },
  status: ({ opened }) => ({ opened }),
})
