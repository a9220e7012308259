/** Loaded before the entry (`node --import`): an older Node would fail on the first `.ts` file with an unhelpful message. */
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `portico: Node ${process.versions.node} is too old. npm ci brings the right one as a dev dependency; NODE_ENV=production and --omit=dev leave it out: run npm ci --include=dev, or install Node 24 or newer`,
  )
  process.exit(1)
}
