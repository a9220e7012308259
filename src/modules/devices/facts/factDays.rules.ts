/** How long facts are kept: passages, events and the logs of devices. */
export const FACT_DAYS = 180

/** Facts go by whole months: everything before this instant. */
export function factsCut(now: Date): Date {
  const cut = new Date(now.getTime() - FACT_DAYS * 86_400_000)
  return new Date(Date.UTC(cut.getUTCFullYear(), cut.getUTCMonth(), 1))
}
