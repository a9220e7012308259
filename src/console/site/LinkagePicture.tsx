/** A drawing of a linkage: a recognised face lowers the bollards of the lane. */
import { BOLLARDS, FACE_TERMINAL } from '#base/pictureTexts.ts'
import { area, arc, at, onLeftWall } from '#console/app/login/isometric.ts'
import { Bollard, Box, Car, Chip, Node, Pulse, Tree } from '#console/app/login/sceneParts.tsx'
import { Ground, Terminal } from '#console/site/placeParts.tsx'
import '#console/app/login/LoginScene.css'

export const LinkagePicture = () => {
  const [face, post] = [at(140, 82, 60), at(250, 132, 22)]
  const way = arc(face, post, 76)
  // The part of a lowered bollard that is below the ground is hidden.
  const [[left, low], [right, high]] = [at(250, 172, -5), at(250, 92, -5)]
  return (
    <div className="pic pic-linkage" aria-hidden="true">
      <svg className="scene" viewBox="165 306 555 344" aria-hidden="true">
        <Ground wide={340} deep={180} road={[100, 164]} />
        <Box x={30} y={14} w={84} d={66} h={72} />
        <path className="s-fine" d={area([36, 20, 72], [108, 20, 72], [108, 74, 72], [36, 74, 72])} />
        <g className="s-site" transform={onLeftWall(30, 80, 72)}>
          <rect className="s-glass" x="10" y="12" width="64" height="20" />
          <rect className="s-top" x="30" y="40" width="22" height="32" />
        </g>
        <Tree x={250} y={30} size={13} />
        <Tree x={300} y={56} size={11} />
        <Terminal x={134} y={74} />
        <Car x={140} y={112} ink />
        <clipPath id="linkage-ground">
          <path d={`M${left} ${low}V${low - 120}H${right}V${high}Z`} />
        </clipPath>
        <g clipPath="url(#linkage-ground)">
          <g className="pic-falls">
            {[110, 132, 154].map(y => (
              <Bollard key={y} x={250} y={y} h={34} />
            ))}
          </g>
        </g>
        <path className="s-lane" d={way} />
        <Pulse path={way} late={0} />
        <Node point={face} />
        <Node point={post} late={1} />
        <Chip x={180} y={326} to={face} name={FACE_TERMINAL} state={['通过', 'passed']} />
        <Chip x={546} y={420} to={post} name={BOLLARDS} state={['降下', 'down']} />
      </svg>
    </div>
  )
}
