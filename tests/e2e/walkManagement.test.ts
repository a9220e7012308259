/**
 * Every page of the platform itself and of its catalogue of devices with everything that can be pressed on it: what opens is in
 * the right language, refuses an empty form with messages, accepts script injections as plain text, and closes again. With axe
 * in both themes.
 */
import { walkEveryPage } from './walk/everyPage.ts'

walkEveryPage('Management')
