/** What others may use of codes: the import of older orders. */
export { pinMadeBefore } from './past.server.ts'
