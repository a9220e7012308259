/** The plain text of formatted text, for a table cell or a single line. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

export const plainText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/li|\/h[1-6]|\/tr)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_whole, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim()
