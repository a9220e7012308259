/** Every word of `model/noun.ts` and `model/protocol.ts` names who reads it, on the server or in the console; see `deviceWords.test.ts`. */
import { describe, expect, test } from 'vitest'
import { interfacesOf, unreadIn, wordsOf, type Readers } from './harness/declaredWords.ts'

const ACTS = 'src/console/crud/act/actsOf.ts'
const ROUTES = 'src/server/http/addRoutes.ts'
const OPERATIONS = 'src/server/crud/operations.ts'
const MOVES = 'src/server/moves/moveRow.ts'
const REFERENCES = 'src/server/crud/references.ts'
const COLUMNS = 'src/console/crud/list/columnsOf.tsx'
const FILTERS = 'src/server/crud/filters.ts'
const LENS = 'src/console/crud/lensFields.ts'
const FORM = 'src/console/crud/list/FilterForm.tsx'
const MAP = 'src/console/crud/map/ListMap.tsx'
const CALENDAR = 'src/console/crud/layouts/ListCalendar.tsx'
const VIEWS = 'src/console/crud/layouts/ViewButtons.tsx'
const PALETTE = 'src/console/app/palette/rowSource.ts'

const NOUN: Readers = {
  Move: {
    ...{ from: 'src/model/when.ts', to: MOVES, reason: MOVES, input: MOVES, proof: ROUTES },
    ...{ label: ACTS, confirm: ACTS, danger: ACTS, undo: ACTS, by: 'src/model/noun.ts', at: 'src/model/timedMove.ts' },
  },
  Machine: {
    ...{ states: OPERATIONS, start: OPERATIONS, moves: MOVES },
    ...{ label: 'src/server/crud/exportTable.ts', dictionary: 'src/model/dictionary.ts' },
  },
  Action: {
    ...{
      on: ROUTES,
      method: ROUTES,
      input: 'src/server/crud/actionInput.ts',
      proof: ROUTES,
      reason: 'src/server/bulk/bulkActs.ts',
    },
    ...{ label: ACTS, confirm: ACTS, danger: ACTS, undo: ACTS },
  },
  NounSpec: {
    ...{
      label: 'src/server/describe/nounOperations.ts',
      api: ROUTES,
      table: 'src/server/crud/columns.ts',
      scope: OPERATIONS,
      fields: OPERATIONS,
    },
    ...{ alsoUnder: 'src/server/describe/subjects.ts', places: ROUTES, life: OPERATIONS, name: OPERATIONS },
    ...{ called: REFERENCES, verbs: 'src/model/noun.ts', proof: ROUTES, imports: 'src/server/crud/extendedNoun.ts' },
    ...{
      staffWrites: 'src/server/http/scope.ts',
      tree: OPERATIONS,
      states: OPERATIONS,
      when: 'src/server/crud/possibleRows.ts',
    },
    ...{ closedIn: 'src/model/noun.ts', remove: OPERATIONS, final: 'src/server/crud/removeRow.ts', actions: ROUTES },
    ...{ builtIn: 'src/server/crud/builtIn.ts', english: REFERENCES, face: COLUMNS, order: FILTERS },
  },
  Noun: { key: OPERATIONS },
  LensMap: { place: MAP, total: MAP, good: MAP, states: MAP },
  LensWall: { picture: 'src/console/crud/layouts/ListWall.tsx', first: 'src/console/crud/layouts/viewsOf.ts' },
  LensCalendar: { from: CALENDAR, to: CALENDAR, state: CALENDAR },
  LensSpec: {
    ...{ path: 'src/console/app/palette/paletteLens.ts', label: PALETTE, of: 'src/console/app/palette/actItems.ts' },
    ...{ where: 'src/console/crud/list/useRows.ts', columns: COLUMNS, essential: COLUMNS, filters: FORM, tags: FORM },
    ...{ segments: FORM, carousel: 'src/console/crud/list/LensCarousel.tsx', form: LENS, verbs: LENS, actions: ACTS },
    ...{ buttons: 'src/console/crud/list/buttonVisibility.ts', inline: 'src/console/crud/inline/useInline.tsx' },
    ...{ viewIn: 'src/console/crud/list/ListPage.tsx', sample: 'src/console/crud/form/RowForm.tsx', found: PALETTE },
    ...{ adds: 'src/console/app/palette/actItems.ts', layout: 'src/console/crud/list/LensBody.tsx', map: VIEWS },
    ...{ wall: VIEWS, calendar: VIEWS, cards: VIEWS, tabs: 'src/console/crud/layouts/LensTabs.tsx' },
    ...{ live: 'src/console/crud/list/useListLive.ts', empty: 'src/console/crud/empty/EmptyWords.tsx' },
  },
  Lens: { key: 'src/main/consoleRegistry.ts' },
}

const FRONTS = 'src/main/readFronts.ts'
const SERVER = 'src/main/server.ts'
const MQTT = 'src/protocols/mqtt/adapter.ts'
const WELCOME = 'src/main/supervisor/welcome.ts'
const SECRET = 'src/modules/devices/page/connect/ConnectSecret.tsx'
const GUIDE = 'src/protocols/alink/guide.ts'
const PROTOCOL: Readers = {
  Pem: { cert: 'src/main/pem.ts', key: 'src/main/pem.ts', ca: 'src/main/pem.ts' },
  FrontOptions: { host: 'src/protocols/tcp/listenOn.ts', port: MQTT, tls: MQTT, gate: MQTT, asks: MQTT, log: MQTT },
  Front: { port: SERVER, close: SERVER },
  OwnPort: { variable: 'src/main/variables.ts', port: FRONTS, onDemand: FRONTS, tls: FRONTS },
  DevicePaths: { on: 'src/model/protocol.ts', paths: 'src/protocols/http/routesOf.ts' },
  Spoken: {
    ...{ key: FRONTS, label: 'scripts/definitionsIn.ts', transport: WELCOME, carries: 'src/main/registry.ts' },
    ...{ approves: 'src/modules/devices/connect/gate.server.ts', knows: 'scripts/gen.ts' },
    holds: 'scripts/gen.ts',
    limits: 'src/main/protocolLimits.ts',
  },
  Holding: { sets: 'src/devices/fields/carried.ts', oneRecord: 'src/devices/fields/carried.ts' },
  ListeningProtocol: { listens: FRONTS, start: SERVER },
  HttpProtocol: { transport: WELCOME, listens: 'src/main/protocolLimits.ts', serve: 'src/protocols/http/routesOf.ts' },
  Credentials: { id: SECRET, sn: GUIDE, productKey: GUIDE, deviceName: GUIDE, secret: GUIDE, ports: SECRET },
  Place: { host: SECRET, port: SECRET, deviceClass: SECRET },
  Example: { id: SECRET, label: SECRET, code: SECRET, program: SECRET },
  Guide: { protocol: SECRET, fields: SECRET, examples: SECRET },
}

describe.each([
  ['src/model/noun.ts', NOUN],
  ['src/model/protocol.ts', PROTOCOL],
])('every word of %s', (file, readers) => {
  test('is in the table', () => {
    expect(interfacesOf(file).toSorted()).toEqual(Object.keys(readers).toSorted())
    for (const [name, words] of Object.entries(readers))
      expect([name, wordsOf(file, name).toSorted()]).toEqual([name, Object.keys(words).toSorted()])
  })
  test('is read where the table says', () => expect(unreadIn(readers)).toEqual([]))
})
