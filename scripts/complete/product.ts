/** The definitions of the product and what they are compared with, read from its files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLASS_CHOICES, PROTOCOL_CHOICES, SPOKEN_CHOICES } from '../../src/devices/generated/choices.ts'
import { defaultMenu } from '../../src/main/defaultMenu.ts'
import { lenses, nouns } from '../../src/main/registry.ts'
import type { Product } from './missing.ts'
import { tablesOf } from './tables.ts'

const root = join(import.meta.dirname, '../..')
const inFolder = (folder: string): string[] => readdirSync(join(root, folder)).sort()
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

export const productOf = (): Product => ({
  nouns: [...nouns.values()],
  lenses: [...lenses.values()],
  granted: new Set(defaultMenu().flatMap(row => (row.permission ? [row.permission] : []))),
  tables: tablesOf(inFolder('migrations').map(file => text(`migrations/${file}`))),
  readmes: Object.fromEntries(inFolder('src/modules').map(name => [name, text(`src/modules/${name}/README.md`)])),
  ofCode: new Set([CLASS_CHOICES, PROTOCOL_CHOICES, SPOKEN_CHOICES]),
})
