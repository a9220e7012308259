/** Ids of documents that a text links to as `/docs/<id>`. */
export const linkedDocs = (html: string): string[] => [
  ...new Set([...html.matchAll(/href="\/docs\/(\d{1,19})(?:[#?][^"]*)?"/g)].map(match => match[1]!)),
]
