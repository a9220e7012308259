/** What the audit and files show instead of a value that its reader must not see. */
export const HIDDEN = '•••'
