/** The console with twenty more device classes, each as large as the existing ones, built from a copy of the sources. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const PARTS = ['src', 'scripts', 'public', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json']
/** The copied classes; class, labels and abilities keep their usual size. */
const MODELS = ['accessControlDevice', 'bollardDevice', 'faceEqui'] as const
const MORE: readonly (readonly [key: string, zh: string, en: string])[] = [
  ['swingGate', '平开门', 'Swing gates'],
  ['turnstile', '人行闸机', 'Turnstiles'],
  ['barrierGate', '车行道闸', 'Barriers'],
  ['elevatorControl', '梯控主机', 'Lift controllers'],
  ['visitorTerminal', '访客一体机', 'Visitor terminals'],
  ['videoIntercom', '可视对讲', 'Video intercoms'],
  ['networkCamera', '网络摄像机', 'Cameras'],
  ['parkingLock', '车位锁', 'Parking locks'],
  ['chargingPile', '充电桩', 'Charging posts'],
  ['smokeDetector', '烟雾探测器', 'Smoke detectors'],
  ['gasDetector', '燃气探测器', 'Gas detectors'],
  ['waterMeter', '智能水表', 'Water meters'],
  ['electricityMeter', '智能电表', 'Electricity meters'],
  ['heatMeter', '热量表', 'Heat meters'],
  ['streetLamp', '智慧路灯', 'Street lamps'],
  ['airConditioner', '空调控制器', 'Air conditioning'],
  ['environmentSensor', '环境传感器', 'Environment sensors'],
  ['broadcastSpeaker', '广播音柱', 'Loudspeakers'],
  ['infoScreen', '信息发布屏', 'Information screens'],
  ['patrolPoint', '巡更点', 'Patrol points'],
]

/** Throws the output of the build. Returns the folder of the built console and its sources' root; `remove` deletes both. */
export async function buildWithManyClasses(): Promise<{ folder: string; root: string; remove(): void }> {
  const root = join(ROOT, 'tests/.tmp', `classes-${process.pid}`)
  const remove = (): void => rmSync(root, { recursive: true, force: true })
  remove()
  mkdirSync(root, { recursive: true })
  for (const part of PARTS) cpSync(join(ROOT, part), join(root, part), { recursive: true })
  for (const [at, [key, zh, en]] of MORE.entries()) {
    const model = MODELS[at % MODELS.length]!
    const text = readFileSync(join(ROOT, 'src/devices', `${model}.ts`), 'utf8')
    const named = text.replaceAll(model, key).replace(/label: \['[^']*', '[^']*'\]/, `label: ['${zh}', '${en}']`)
    writeFileSync(join(root, 'src/devices', `${key}.ts`), named)
  }
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } })
  await run('scripts/gen.ts')
  await run(join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn')
  return { folder: join(root, 'dist/console'), root, remove }
}
