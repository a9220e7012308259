/** A drawing of a refused passage rule by rule; the steps appear one after another. */
import { useTranslate, type Words } from '#console/kit/language.tsx'

const STEPS: readonly { time: string; words: Words; tone: 'ok' | 'bad' | 'mute'; width: number }[] = [
  { time: '08:31:02.114', words: ['人脸终端上报', 'The terminal reports'], tone: 'ok', width: 18 },
  { time: '+6 ms', words: ['人员在册，未停用', 'Registered, not disabled'], tone: 'ok', width: 30 },
  { time: '+8 ms', words: ['有效期内', 'Within the valid period'], tone: 'ok', width: 38 },
  { time: '+9 ms', words: ['不在工作日时段内', 'Outside working hours'], tone: 'bad', width: 52 },
  { time: '—', words: ['门禁组检查 · 未执行', 'Groups · not reached'], tone: 'mute', width: 0 },
]

export const WhyPicture = () => {
  const translate = useTranslate()
  return (
    <div className="pic pic-why" aria-hidden="true">
      <p className="pic-verdict">
        <i data-tone="bad" />
        {translate(['王芳 在 东门 被拒绝：不在时段内', 'Wang Fang was refused at East gate: outside hours'])}
      </p>
      {STEPS.map((step, nth) => (
        <div key={nth} className="pic-step" data-tone={step.tone} style={{ animationDelay: `${nth * 160}ms` }}>
          <span className="mono">{step.time}</span>
          <i />
          <span>{translate(step.words)}</span>
          <b style={{ width: `${step.width}%` }} />
        </div>
      ))}
    </div>
  )
}
