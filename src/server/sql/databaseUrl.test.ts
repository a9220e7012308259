/** The forms of DATABASE_URL: one server, several, socket folders, and refusals that do not repeat the password. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { readDatabaseUrl } from './databaseUrl.ts'

test.each([
  'postgresql://u:p@db/portico',
  'postgres://u:p@[::1]:6543/portico?sslmode=require',
  'postgresql://u@/portico?host=%2Frun%2Fpostgresql&port=5433',
])('%s is one server, and left as it is', url => {
  expect(readDatabaseUrl(url)).toEqual({ connectionString: url })
})

test.each([
  [
    'postgresql://u:p%40ss@h1:5432,h2:5433,[fd00::1]/db?target_session_attrs=read-write&sslmode=disable',
    [
      { host: 'h1', port: 5432 },
      { host: 'h2', port: 5433 },
      { host: 'fd00::1', port: 5432 },
    ],
  ],
  [
    'postgresql://u:p%40ss@/db?host=/run/a,/run/b&port=6000',
    [
      { host: '/run/a', port: 6000 },
      { host: '/run/b', port: 6000 },
    ],
  ],
  ['postgresql://u:p%40ss@h1/db?target_session_attrs=primary', [{ host: 'h1', port: 5432 }]],
])('%s is looked through for the one that takes writes', (url, hosts) => {
  const database = readDatabaseUrl(url)
  expect(database.hosts).toEqual(hosts)
  const client = new pg.Client(database)
  expect([client.user, client.password, client.database, client.host, client.port]).toEqual([
    'u',
    'p@ss',
    'db',
    hosts[0]!.host,
    hosts[0]!.port,
  ])
})

test.each([
  ['mysql://u:hunter2@x/y', /form/],
  ['postgresql://u:hunter2@h1,/db', /form/],
  ['postgresql://u:hunter2@h1:99999/db', /form/],
  ['postgresql://u:hunter2@/db', /form/],
  ['postgresql://u:hunter2@h1,h2', /names no database/],
  ['postgresql://u:hunter2@h1,h2/db?target_session_attrs=standby', /Portico writes/],
])('%s is refused', (url, reason) => {
  expect(() => readDatabaseUrl(url)).toThrow(reason)
  expect(() => readDatabaseUrl(url)).not.toThrow(/hunter2/)
})
