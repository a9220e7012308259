/** Keeps only allowed tags of formatted text: no scripts, styles or frames, only web links, and only the platform's own pictures. */
import sanitize from 'sanitize-html'
import { isContentPicture } from '#base/contentPicture.ts'

const RULES: sanitize.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'mark', 'span', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The content of these tags is not text for people.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object', 'svg', 'math'],
  nestingLimit: 40,
  // A picture on another server would reveal to its owner who reads the text; a data: address could contain anything.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isContentPicture(attribs.src),
  transformTags: {
    img: (tagName, given) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(given).filter(([name, value]) => !['width', 'height'].includes(name) || /^\d{1,5}$/.test(value)),
      ),
    }),
    a: (tagName, given) => {
      const { target: _target, rel: _rel, ...attribs } = given
      return { tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer nofollow' } }
    },
  },
}

export const cleanMarkup = (html: string): string => sanitize(html, RULES)
