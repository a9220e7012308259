/** One line about an application: 行业 · n 台, as far as the reader may see it. */
import type { Application } from '#console/app/useApplication.ts'
import { nounOf } from '#console/data/registry.ts'
import type { Words } from '#console/kit/language.tsx'

export const applicationNote = (application: Application, translate: (words: Words) => string): string => {
  const industry = nounOf('application')?.fields.industry
  const entry =
    industry?.kind === 'choice'
      ? Object.values(industry.values).find(([wire]) => wire === application.industry)
      : undefined
  const count = application.deviceCount
  return [
    entry && translate([entry[1], entry[2]]),
    count !== null && translate([`${count} 台`, count === 1 ? '1 device' : `${count} devices`]),
  ]
    .filter(Boolean)
    .join(' · ')
}
