/** `npm start` and `npm run serve`: first the registries from which the server and the console are built, then the product. */
import './gen.ts'

// Imported from here and not above: what is imported statically is read before anything runs, with the registries as they were.
await import('./product.ts')
