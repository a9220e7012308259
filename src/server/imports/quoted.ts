/** Text from outside, as it may be repeated in a message: shortened, and without characters that a message cannot contain. */

const MAX_CHARACTERS = 40

export function quoted(text: string): string {
  const clean = text.slice(0, MAX_CHARACTERS + 1).replace(/[\0-\x1f\x7f]|\p{Surrogate}/gu, '\ufffd')
  const characters = [...clean]
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : clean
}
