/** Texts without invisible characters, and with letters and digits of full width in the usual form. */

/** Most codes, whose letters need no folding; each message of a device has one. */
const PLAIN = /^[ -~]*$/

/** Without zero-width characters, byte order marks and marks of direction, which never distinguish two values. */
export const visible = (text: string): string => text.replace(/\p{Cf}/gu, '')

/** Also with letters, digits, signs and blanks of full width as plain ones, as codes and numbers are compared. */
export const folded = (text: string): string =>
  PLAIN.test(text)
    ? text
    : visible(text)
        .replace(/[\uFF01-\uFF5E]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
        .replaceAll('\u3000', ' ')
