/** The address and credentials of an S3-compatible store, written as one URL. */

export interface S3Address {
  /** Up to and including the bucket, without a slash at the end. */
  base: string
  bucket: string
  /** Prefix of every key, without slashes at either end; may be empty. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const S3_FORM = 'https://key:secret@host/bucket[/prefix][?region=…&style=host]'
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/

/**
 * Reads `https://key:secret@host:port/bucket/prefix?region=us-east-1&style=path`. With `style=host` the bucket is part
 * of the host name, as some providers require. A string is an error message, which never repeats the value, because it
 * contains a secret.
 */
export function readS3Url(text: string): S3Address | string {
  if (!URL.canParse(text)) return `is not an address of the form ${S3_FORM}`
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `is not an address of the form ${S3_FORM}`
  if (!url.username || !url.password)
    return 'names no access key and secret before the host (percent-encode / + @ : in them)'
  const unknown = [...url.searchParams.keys()].filter(name => name !== 'region' && name !== 'style')
  if (unknown.length) return `knows only region and style after the question mark, not ${unknown.join(', ')}`
  if (url.hash) return 'may hold no #'
  const style = url.searchParams.get('style') ?? 'path'
  if (style !== 'path' && style !== 'host') return 'style is either path or host'
  const region = url.searchParams.get('region') || 'us-east-1'
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return 'the region is not valid'
  const [bucket = '', ...rest] = url.pathname.split('/').filter(Boolean)
  const prefix = rest.join('/')
  if (!BUCKET.test(bucket)) return 'names no bucket after the host (3 to 63 lower-case letters, digits, dots, hyphens)'
  if (prefix && !PREFIX.test(prefix)) return 'the prefix may hold letters, digits, dots, hyphens and underscores'
  const decoded = { key: decode(url.username), secret: decode(url.password) }
  if (decoded.key === null || decoded.secret === null) return 'access key or secret is not percent-encoded'
  return {
    base: style === 'host' ? `${url.protocol}//${bucket}.${url.host}` : `${url.protocol}//${url.host}/${bucket}`,
    bucket,
    prefix,
    region,
    accessKeyId: decoded.key,
    secretAccessKey: decoded.secret,
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
