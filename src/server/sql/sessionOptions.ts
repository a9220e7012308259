/** What the product relies on in every session, whatever the server, the database or the role of a foreign cluster says. */
const SETTINGS = {
  timezone: 'UTC',
  // How values are written and read.
  datestyle: 'ISO,YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  backslash_quote: 'safe_encoding',
  transform_null_equals: 'off',
  // What a transaction sees and may do.
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  row_security: 'on',
  synchronous_commit: 'on',
} as const

/** For `options` of a connection (libpq, 34.1.2): a blank in a value is escaped. */
export const sessionOptions = (more: Readonly<Record<string, string | number>> = {}): string =>
  Object.entries({ ...SETTINGS, ...more })
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`)
    .join(' ')
