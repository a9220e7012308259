/** The reference page of the configuration, generated from the variables that readConfig uses. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VARIABLES } from './variables.ts'

export const CONFIG_PAGE = join(import.meta.dirname, '../../docs/reference/configuration.md')

/** Markdown, Chinese then English in each row. */
export function configReference(): string {
  const rows = VARIABLES.map(variable => {
    const cell = (text: readonly [string, string]) => (text[0] === text[1] ? text[0] : text.join('<br>'))
    return `| \`${variable.name}\` | ${cell(variable.byDefault)} | ${cell(variable.text)} | \`${variable.example}\` |`
  })
  return [
    '<!-- Written by `node src/main/configReference.ts` from src/main/config.ts; a test fails when it is stale. -->',
    '# 配置 · Configuration',
    '',
    '全部通过环境变量给出，启动时检查；每个问题一行，并指出变量名。空值等于未设置。',
    '',
    'All of it is given by environment variables and checked at start; each problem is one line that names its variable. An empty value means not set.',
    '',
    '| 变量 Variable | 默认 Default | 含义 Meaning | 例 Example |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(CONFIG_PAGE, configReference())
