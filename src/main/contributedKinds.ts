/** The kinds of triggers, conditions and acts of rules that modules contribute. */
import { linkageKinds } from '#model/linkage.ts'
import { all } from './generated/linkage.ts'

export const contributedKinds = linkageKinds(all.flat())
