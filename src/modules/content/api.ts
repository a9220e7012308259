/** What later modules may use of content: storing a picture. */
export { storePicture } from './files.server.ts'
