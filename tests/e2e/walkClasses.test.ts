/**
 * Every page of device classes with everything that can be pressed on it: what opens is in the right language, refuses an
 * empty form with messages, accepts script injections as plain text, and closes again. With axe in both themes.
 */
import { walkEveryPage } from './walk/everyPage.ts'

walkEveryPage('Classes')
