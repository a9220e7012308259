/** What the product's composition uses of the catalogue: the dictionaries without a declaration. */
export { undeclaredDictionaries } from './undeclaredDictionaries.ts'
