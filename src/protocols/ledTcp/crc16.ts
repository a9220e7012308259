/** CRC-16/MODBUS: polynomial 8005 reflected, begun with FFFF. Source: Modbus over Serial Line V1.02, 6.2.2. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}
