/** What the product's composition uses of the catalogue: the dictionaries that nothing declares yet. */
export { undeclaredDictionaries } from './undeclaredDictionaries.ts'
