/** The result of each action of a run, as a glyph and words. */
import { DONE, FAILED } from '#base/outcomeTexts.ts'
import type { Text } from '#base/text.ts'
import { StoredPicture } from '#console/crud/row/StoredPicture.tsx'
import type { Words } from '#console/kit/language.tsx'
import type { Tone } from '#console/kit/Pill.tsx'
import type { LinkageRun, RunStep } from './linkageRow.ts'
import { actionText, type Known } from './linkageWords.ts'

const STEP_TONES: Record<RunStep['state'], { tone: Tone; word: Text }> = {
  waiting: { tone: 'off', word: ['等待', 'Waiting'] },
  sent: { tone: 'busy', word: ['已下发', 'Sent'] },
  done: { tone: 'ok', word: DONE },
  failed: { tone: 'bad', word: FAILED },
}
export const RUN_STATES: readonly { tone: Tone; word: Text }[] = [
  { tone: 'busy', word: ['执行中', 'Running'] },
  { tone: 'ok', word: ['成功', 'Succeeded'] },
  { tone: 'bad', word: FAILED },
  { tone: 'off', word: ['未执行', 'Skipped'] },
]

type Given = { run: LinkageRun; known: Known; translate: (words: Words) => string }

/** Compact, for a table cell. */
export const runSteps = ({ run, known, translate }: Given) => (
  <span className="run-steps">
    {run.actions.map((step, at) => (
      <span key={at} className="run-step">
        <i className="glyph" data-tone={STEP_TONES[step.state].tone} />
        {translate(actionText(step, known, step.deviceName))}
        {step.state === 'failed' && step.message && <small>{step.message}</small>}
      </span>
    ))}
  </span>
)

/** What each condition asked for and saw. */
export const CheckList = ({ run, translate }: Pick<Given, 'run' | 'translate'>) => (
  <ol className="run-list">
    {run.checks.map(({ label, held, saw }, at) => (
      <li key={at}>
        <i className="glyph" data-tone={held ? 'ok' : 'warn'} />
        <span className="two">
          <b>{translate(label as unknown as Text)}</b>
          <small>
            {translate(['看到：', 'Saw: '])}
            {translate(saw as unknown as Text)}
          </small>
        </span>
        <span className="second">{translate(held ? ['成立', 'Holds'] : ['不成立', 'Does not hold'])}</span>
      </li>
    ))}
  </ol>
)

/** With room for reasons. */
export const RunList = ({ run, known, translate }: Given) => (
  <ol className="run-list">
    {run.actions.map((step, at) => (
      <li key={at}>
        <i className="glyph" data-tone={STEP_TONES[step.state].tone} />
        <span className="two">
          <b>{translate(actionText(step, known, step.deviceName))}</b>
          {step.message && <small className={step.state === 'failed' ? 'bad' : undefined}>{step.message}</small>}
          {step.pictures && (
            <span className="run-pictures">
              {step.pictures.map(file => (
                <StoredPicture key={file} id={file} label={translate(['抓拍', 'Picture'])} />
              ))}
            </span>
          )}
        </span>
        <span className="second">{translate(STEP_TONES[step.state].word)}</span>
      </li>
    ))}
  </ol>
)
