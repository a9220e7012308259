/** A drawing of the matrix of people and doors, with confirmations and one failure with its reason. */
import { useTranslate, type Words } from '#console/kit/language.tsx'

const PEOPLE: readonly Words[] = [
  ['王芳', 'Wang Fang'],
  ['李强', 'Li Qiang'],
  ['赵敏', 'Zhao Min'],
  ['陈晨', 'Chen Chen'],
]
const DOORS: readonly Words[] = [
  ['东门', 'East'],
  ['大堂', 'Lobby'],
  ['车库', 'Garage'],
  ['机房', 'Servers'],
]
/** 1 confirmed, 0 not granted, 2 failed, 3 pending. */
const CELLS = [
  [1, 1, 1, 0],
  [1, 1, 3, 0],
  [1, 2, 1, 1],
  [1, 1, 0, 0],
] as const

export const MatrixPicture = () => {
  const translate = useTranslate()
  return (
    <div className="pic pic-matrix" aria-hidden="true">
      <div className="pic-row">
        <span />
        {DOORS.map(door => (
          <span key={door[1]}>{translate(door)}</span>
        ))}
      </div>
      {PEOPLE.map((person, row) => (
        <div key={person[1]} className="pic-row">
          <b>{translate(person)}</b>
          {CELLS[row]!.map((cell, column) => (
            <i key={column} data-cell={cell} style={{ animationDelay: `${(row * 4 + column) * 70}ms` }} />
          ))}
        </div>
      ))}
      <p>
        {translate([
          '赵敏 · 大堂：照片中有两张人脸，请换照片',
          'Zhao Min · Lobby: two faces in the picture; change it',
        ])}
      </p>
    </div>
  )
}
