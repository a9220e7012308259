/** The code in the text of a bar code or QR code; on labels of some makers words precede it. */
const CODE = /^[A-Za-z0-9_-]{4,64}$/
/** `SN:`, `S/N`, `序列号：` and the like. */
const NAMED =
  /(?:^|[\s;,|])(?:s\/?n|serial(?: ?(?:no\.?|number))?|序列号)\s*[:：=]?\s*([A-Za-z0-9_-]{4,64})(?=$|[\s;,|])/i

/** The code in the text itself; undefined when it is an address or something else. */
export const codeIn = (text: string): string | undefined => {
  const whole = text.trim()
  if (CODE.test(whole)) return whole
  return NAMED.exec(whole)?.[1]
}
