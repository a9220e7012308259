/** What the parameters of a command must fulfil besides their fields: characters, the typed serial number, the size of a board. */
import { toGbk } from '#base/gbk.ts'
import type { Command } from '#model/device.ts'
import { invalidFields } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { gbkProblem } from '#server/gbkProblem.ts'

type Serial = { sn: string }

/** `state` is the last reported one of the part. */
export function judgeParams(command: Command, device: Serial, state: Params, params: Params): void {
  judgeCharacters(command, params)
  judgeTyped(command, device, params)
  judgeFits(command, state, params)
}

/** Texts for boards have only their characters. */
function judgeCharacters({ input }: Command, params: Params): void {
  for (const [name, field] of Object.entries(input)) {
    const problem = field.kind === 'text' && field.gbk ? gbkProblem(String(params[name] ?? '')) : null
    if (problem) throw invalidFields([{ field: name, text: problem }])
  }
}

/** What erases or spends is confirmed a second time by typing the serial number, which is checked here and not only on a screen. */
function judgeTyped({ typed, input }: Command, { sn }: Serial, params: Params): void {
  if (!typed || params[typed] === sn) return
  const { label } = input[typed]!
  throw invalidFields([{ field: typed, text: [`${label[0]}与设备的不一致`, `${label[1]} is not that of the device`] }])
}

/** A text longer than the board that is to show it would be cut. */
function judgeFits({ fits, input }: Command, state: Params, params: Params): void {
  if (!fits || (fits.unless && params[fits.unless.param] === fits.unless.is)) return
  const [rows, cols] = [Number(state[fits.rows]), Number(state[fits.cols])]
  if (!(rows > 0 && cols > 0)) return
  const width = toGbk(String(params[fits.param] ?? '')).length
  if (width <= rows * cols * 2) return
  const { label } = input[fits.param]!
  throw invalidFields([
    {
      field: fits.param,
      text: [
        `${label[0]}过长：显示屏为 ${rows} 行、每行 ${cols} 个汉字，这里有 ${Math.ceil(width / 2)} 个`,
        `${label[1]} is too long: the board has ${rows} rows of ${cols} Chinese characters, and this is ${Math.ceil(width / 2)}`,
      ],
    },
  ])
}
