/**
 * Every page of applications, devices and their classes with everything that can be pressed on it: what opens, what it says in both languages, that it refuses an
 * empty form with words, takes what tries to be script as words, and closes again. With axe in both themes.
 */
import { walkEveryPage } from './walk/everyPage.ts'

walkEveryPage('Devices')
