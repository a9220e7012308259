/** What the page of one's own account and its cards share. */
import type { Words } from '#console/kit/language.tsx'

/** The dialogs that its cards open. */
export type SecurityDialog = 'password' | 'phone' | 'totp' | 'passkey'
/** Runs an action, shows that it is done or its error, and reloads the data. */
export type AccountAct = (work: () => Promise<unknown>, done: Words) => Promise<void>

export const factorDialogs = () => import('./FactorDialogs.tsx')
