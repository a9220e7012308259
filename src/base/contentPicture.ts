/** Pictures inside formatted text: the only address from which they may be loaded. */

export const CONTENT_PICTURES = '/api/content/picture/'
const WHOLE = /^\/api\/content\/picture\/[A-Za-z0-9_-]{22}$/

export const isContentPicture = (src: unknown): src is string => typeof src === 'string' && WHOLE.test(src)

/** The ids of the pictures that a text shows. */
export const contentPicturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/api\/content\/picture\/([A-Za-z0-9_-]{22})"/g)].map(([, id]) => id!)),
]
