const log = (await import('node:fs')).readFileSync('/tmp/v/start.log','utf8')
