/** The migrated database: what statements give, and what its functions and foreign keys touch. */
import pg from 'pg'

export interface GivenColumn {
  name: string
  /** As it reaches the program: `string`, `number[]` …; `any` for JSON. */
  kind: string
  /** Of a table: whether it may be null there. Undefined for what is computed. */
  nullable: boolean | undefined
}
export type Described = { columns: readonly GivenColumn[] } | { error: string }

export interface SchemaFunction {
  /** `schema.name` */
  name: string
  body: string
}
export interface ForeignKey {
  /** `schema.table` */
  from: string
  to: string
}

const KINDS: Record<string, string> = {
  ...kind('number', 'int2 int4 float4 float8 oid'),
  ...kind('string', 'int8 numeric text varchar bpchar name uuid inet cidr timestamptz date time timetz void unknown'),
  ...kind('string', 'tid xid xid8 regclass int4range int8range tstzrange record'),
  ...kind('boolean', 'bool'),
  ...kind('Buffer', 'bytea'),
  ...kind('any', 'json jsonb'),
  ...kind('object', 'interval point'),
  // The driver's own parser: only single instants are kept as text.
  ...kind('Date', 'timestamp'),
  ...kind('Date[]', '_timestamp _timestamptz'),
}
function kind(of: string, types: string): Record<string, string> {
  return Object.fromEntries(types.split(' ').map(type => [type, of]))
}

export class Schema {
  private readonly client: pg.Client
  private readonly types = new Map<number, { name: string; base: number }>()
  private readonly notNull = new Set<string>()
  private constructor(client: pg.Client) {
    this.client = client
  }

  static async open(connection: pg.ClientConfig): Promise<Schema> {
    const schema = new Schema(new pg.Client(connection))
    const { client, types, notNull } = schema
    await client.connect()
    const found = await client.query<{ oid: number; name: string; base: number }>(
      'select oid::int, typname as name, typbasetype::int as base from pg_type',
    )
    for (const { oid, name, base } of found.rows) types.set(oid, { name, base })
    const columns = await client.query<{ column: string }>(
      "select attrelid || ':' || attnum as column from pg_attribute where attnotnull",
    )
    for (const { column } of columns.rows) notNull.add(column)
    return schema
  }

  /** Has the database parse `text` and say what it gives, without running it. */
  describe(text: string): Promise<Described> {
    return new Promise(resolve => {
      let columns: GivenColumn[] = []
      let error: string | undefined
      // What the driver calls with the answers of a query; only what is described ever comes.
      const query = {
        submit(connection: pg.Connection) {
          connection.parse({ name: '', text, types: [] }, false)
          connection.describe({ type: 'S', name: '' }, false)
          connection.sync()
        },
        handleRowDescription: (message: { fields: pg.FieldDef[] }) => {
          columns = message.fields.map(field => this.columnOf(field))
        },
        handleError: (failed: Error) => {
          // After an error the connection takes statements again only after a Sync message.
          error = failed.message
          resolve({ error })
        },
        handleReadyForQuery: () => resolve(error === undefined ? { columns } : { error }),
      }
      this.client.query(query as unknown as pg.Query)
    })
  }

  private columnOf({ name, tableID, columnID, dataTypeID }: pg.FieldDef): GivenColumn {
    const nullable = tableID ? !this.notNull.has(`${tableID}:${columnID}`) : undefined
    return { name, kind: this.kindOf(dataTypeID), nullable }
  }
  private kindOf(oid: number): string {
    const type = this.types.get(oid)
    if (!type) return 'any'
    if (type.base) return this.kindOf(type.base)
    const known = KINDS[type.name]
    if (known) return known
    const item = type.name.startsWith('_') ? KINDS[type.name.slice(1)] : undefined
    return item ? `${item}[]` : 'any'
  }

  /** Those of the product's own schemas; bodies without comments. */
  async functions(): Promise<SchemaFunction[]> {
    const { rows } = await this.client.query<SchemaFunction>(
      `select n.nspname || '.' || p.proname as name, p.prosrc as body
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname !~ '^(pg_|information_schema$|public$)' order by 1`,
    )
    return rows.map(({ name, body }) => ({ name, body: body.replace(/--[^\n]*/g, '') }))
  }

  /** Those from one schema to another; of partitions only their parent's. */
  async foreignKeys(): Promise<ForeignKey[]> {
    const { rows } = await this.client.query<ForeignKey>(
      `select distinct c.conrelid::regclass::text as from, c.confrelid::regclass::text as to
       from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
       where c.contype = 'f' and c.conparentid = 0 and a.relnamespace <> b.relnamespace order by 1, 2`,
    )
    return rows
  }

  close(): Promise<void> {
    return this.client.end()
  }
}
