/** Reads DATABASE_URL: one server, or several of which one is the primary, in the form of libpq. */
import type pg from 'pg'

export interface Host {
  host: string
  port: number
}
/** The settings of a connection, and the possible servers; without `hosts` there is only the one it names. */
export type Database = pg.ClientConfig & { hosts?: readonly Host[] }

const FORM = 'postgresql://user:password@host:5432/database (several: host1:5432,host2:5432)'
const URL_PARTS = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/
/** The platform writes, so values that allow a read-only server are refused. */
const WRITING = new Set(['any', 'read-write', 'primary'])

/** Throws a one-line error that repeats nothing of the URL, which may contain a password. */
export function readDatabaseUrl(url: string): Database {
  const parts = URL_PARTS.exec(url)
  if (!parts) throw new Error(`is not an address of the form ${FORM}`)
  const [, scheme, login, authority = '', database, query = ''] = parts
  const params = new URLSearchParams(query)
  const named = authority === '' && params.has('host')
  const hosts = named ? besides(params) : authority.split(',').map(readHost)
  if (!hosts.length || hosts.some(host => host === null)) throw new Error(`is not an address of the form ${FORM}`)
  if (!database) throw new Error('names no database')
  const target = params.get('target_session_attrs')
  if (target !== null && !WRITING.has(target))
    throw new Error(`target_session_attrs=${target}: Portico writes; leave it out, or give read-write`)
  if (params.has('options'))
    throw new Error('options: Portico sets those of its sessions; leave it out, or give others by ALTER ROLE … SET')
  for (const name of ['target_session_attrs', 'load_balance_hosts']) params.delete(name)
  // As in libpq, socket folders and several servers are given as parameters of the URL.
  if (named) {
    params.set('host', hosts[0]!.host)
    params.set('port', String(hosts[0]!.port))
  }
  const rest = `${params.size ? `?${params}` : ''}`
  const connectionString = `${scheme}${login === undefined ? '' : `${login}@`}${named ? '' : written(hosts[0]!)}/${database}${rest}`
  const whole = named ? connectionString.replace(/^(\w+:\/\/[^/?]*@?)\//, '$1localhost/') : connectionString
  if (!URL.canParse(whole)) throw new Error(`is not an address of the form ${FORM}`)
  const several = hosts.length > 1 || (target !== null && target !== 'any')
  return several ? { connectionString, hosts: hosts as Host[] } : { connectionString: url }
}

function readHost(text: string): Host | null {
  const [, six, name, port = '5432'] = /^(?:\[([\da-f:.%]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = six ?? name
  if (!host || Number(port) < 1 || Number(port) > 65535) return null
  return { host: decode(host), port: Number(port) }
}

/** `?host=a,b&port=1,2`; a single port applies to all. */
function besides(params: URLSearchParams): (Host | null)[] {
  const ports = (params.get('port') ?? '5432').split(',')
  return params
    .get('host')!
    .split(',')
    .map((host, index) => {
      const port = Number(ports.length === 1 ? ports[0] : ports[index])
      return host && Number.isInteger(port) && port >= 1 && port <= 65535 ? { host, port } : null
    })
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
const written = ({ host, port }: Host): string =>
  `${host.includes(':') ? `[${host}]` : host.startsWith('/') ? encodeURIComponent(host) : host}:${port}`
