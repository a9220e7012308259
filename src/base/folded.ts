/** Texts without invisible characters, and with letters and digits of full width in the usual form. */

/** Without zero-width characters, byte order marks and marks of direction, which never distinguish two values. */
export const visible = (text: string): string => text.replace(/\p{Cf}/gu, '')

/** Also with letters, digits, signs and blanks of full width as plain ones, as codes and numbers are compared. */
export const folded = (text: string): string =>
  visible(text)
    .replace(/[\uFF01-\uFF5E]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
