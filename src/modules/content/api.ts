/** What later modules may use of content: storing a picture, and removing one that nothing refers to. */
export { removePicture, storePicture } from './files.server.ts'
