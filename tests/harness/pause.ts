/** A fixed pause, for what no event shows: that something does not happen, or that a time has passed. */

/** `why` says what is waited for and cannot be seen otherwise; tidy refuses pauses of a second and more without it. */
export const pause = (ms: number, _why = ''): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
