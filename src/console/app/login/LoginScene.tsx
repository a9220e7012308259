/** The picture beside the login: a site in light lines, its devices in ink, and in the accent what is live. */
import { BOLLARDS, FACE_TERMINAL } from '#base/pictureTexts.ts'
import { arc, area, at, line, onGround, onLeftWall, onRightWall } from '#console/app/login/isometric.ts'
import { Bollard, Box, Car, Chip, DistantSite, Node, Pulse, Tree, type Point } from '#console/app/login/sceneParts.tsx'
import './LoginScene.css'

const hub = at(322, 196, 64)
const roof = at(70, 60, 168)
const face = at(86, 160, 84)
const door = at(252, 96, 92)
const gate = at(48, 222, 70)
const posts = at(102, 244, 52)
const camera = at(352, 36, 132)
const lanes = [face, door, gate, posts, camera].map((point, nth) => arc(point, hub, [64, 24, 62, 60, 44][nth]!))
/** Places of the other sites in the background. */
const sky: readonly Point[] = [
  [486, 96],
  [664, 176],
  [776, 84],
]
const ways = sky.map((point, nth) => arc(roof, point, [18, 56, 84][nth]!))

const Ground = () => (
  <>
    <path className="s-slab-side" d={area([0, 389], [532, 389], [532, 389, -14], [0, 389, -14])} />
    <path className="s-slab-side" d={area([532, 389], [532, 0], [532, 0, -14], [532, 389, -14])} />
    <path className="s-slab" d={area([0, 0], [532, 0], [532, 389], [0, 389])} />
    <g transform={onGround()}>
      <rect className="s-walk" x="96" y="160" width="86" height="72" />
      <rect className="s-road" x="0" y="232" width="532" height="92" />
      <path className="s-kerb" d="M0 232H532M0 324H532" />
      <path className="s-dash" d="M150 278H528" />
      <path className="s-bay" d="M390 20H504M390 78H504M390 136H504M504 20v116" />
      <circle className="s-ring3" cx="322" cy="196" r="62" />
      <circle className="s-ring2" cx="322" cy="196" r="42" />
      <circle className="s-ring1" cx="322" cy="196" r="24" />
    </g>
  </>
)

const OtherSites = () => (
  <>
    <DistantSite
      x={508}
      y={128}
      blocks={[
        { x: 4, y: 2, w: 18, d: 30, h: 20 },
        { x: 30, y: 14, w: 18, d: 22, h: 12 },
      ]}
    />
    <DistantSite
      x={648}
      y={214}
      blocks={[
        { x: 2, y: 4, w: 20, d: 18, h: 44 },
        { x: 28, y: 6, w: 18, d: 30, h: 24 },
      ]}
    />
    <DistantSite
      x={764}
      y={120}
      blocks={[
        { x: 4, y: 6, w: 34, d: 14, h: 18 },
        { x: 26, y: 26, w: 16, d: 14, h: 38 },
      ]}
    />
    {ways.map(path => (
      <path key={path} className="s-sky" d={path} />
    ))}
    <Tree x={294} y={18} size={15} />
    <Tree x={392} y={-2} size={12} />
  </>
)

const House = () => (
  <>
    <path className="s-shade s-bare" d={area([250, 20], [292, 48], [292, 190], [250, 160])} />
    <Box x={20} y={20} w={230} d={140} h={138} />
    <path className="s-fine" d={area([28, 28, 138], [242, 28, 138], [242, 152, 138], [28, 152, 138])} />
    <Box x={62} y={50} z={138} w={62} d={44} h={20} />
    <g className="s-site" transform={onLeftWall(20, 160, 138)}>
      {[14, 50, 86, 122, 158, 194].map(u => (
        <rect key={u} className="s-glass" x={u} y="18" width="22" height="34" />
      ))}
      <path className="s-fine" d="M0 66H230" />
      <rect className="s-glass" x="14" y="82" width="22" height="34" />
      <rect className="s-glass" x="194" y="82" width="22" height="34" />
      <g className="s-ink">
        <rect className="s-top" x="112" y="80" width="26" height="58" />
        <rect className="s-top" x="140" y="80" width="26" height="58" />
        <rect className="s-lit" x="115" y="84" width="20" height="54" />
        <rect className="s-lit" x="143" y="84" width="20" height="54" />
      </g>
      <g className="s-ink">
        <rect className="s-top" x="55" y="74" width="24" height="38" rx="3" />
        <rect className="s-screen" x="58" y="78" width="18" height="26" rx="2" />
        <circle className="s-white" cx="67" cy="87" r="3.500" />
        <path className="s-white" d="M61 99c1-7 11-7 12 0" />
      </g>
    </g>
    <path className="s-site s-top" d={area([128, 160, 64], [190, 160, 64], [190, 182, 58], [128, 182, 58])} />
    <path className="s-site s-left" d={area([128, 182, 58], [190, 182, 58], [190, 182, 53], [128, 182, 53])} />
    <path className="s-site s-right" d={area([190, 160, 64], [190, 182, 58], [190, 182, 53], [190, 160, 59])} />
    <g className="s-site" transform={onRightWall(250, 160, 138)}>
      {[14, 50, 86].map(u => (
        <rect key={u} className="s-glass" x={u} y="18" width="22" height="34" />
      ))}
      <path className="s-fine" d="M0 66H140" />
      <g className="s-ink">
        <rect className="s-top" x="78" y="78" width="34" height="60" />
        <rect className="s-lit" x="82" y="82" width="26" height="56" />
        <circle className="s-dot" cx="104" cy="112" r="1.800" />
      </g>
      <g className="s-ink">
        <rect className="s-top" x="54" y="90" width="14" height="24" rx="2.500" />
        <rect className="s-screen" x="57" y="94" width="8" height="6" />
        <path className="s-fine" d="M58 105h6M58 109h6" />
      </g>
    </g>
    <path className="s-stem" d={`M${roof.join(' ')}L${at(70, 60, 158).join(' ')}`} />
  </>
)

const Parking = () => (
  <>
    <path
      className="s-cone"
      d={`M${camera.join(' ')}L${at(384, 140).join(' ')}L${at(512, 140).join(' ')}L${at(512, 30).join(' ')}Z`}
    />
    <Car x={404} y={28} />
    <Car x={400} y={86} />
    <Tree x={506} y={182} size={17} />
    <Tree x={452} y={200} size={13} />
    <g className="s-ink">
      <ellipse className="s-top" cx={at(352, 36)[0]} cy={at(352, 36)[1]} rx="8" ry="4.500" />
      <path className="s-pole" d={line([352, 36], [352, 36, 128])} />
      <g transform={`translate(${camera.join(' ')}) rotate(24)`}>
        <rect className="s-top" x="-2" y="4" width="24" height="11" rx="3" />
        <circle className="s-screen" cx="17" cy="9.500" r="2.600" />
      </g>
    </g>
  </>
)

/** Where it all meets. */
const Portico = () => (
  <g transform={`translate(${at(322, 196).join(' ')})`}>
    <path className="s-arch" d="M-28 0v-36a28 28 0 0 1 56 0v36" />
    <path className="s-arch2" d="M-13 4v-38a13 13 0 0 1 26 0v38" />
    <circle className="s-orb" r="5.500" cy="-2" />
  </g>
)

const Road = () => (
  <>
    <Car x={196} y={252} ink />
    {[
      [100, 244, 38],
      [100, 274, 38],
      [100, 304, 9],
    ].map(([x, y, h]) => (
      <Bollard key={y} x={x!} y={y!} h={h!} />
    ))}
    <g className="s-ink">
      <path className="s-shade s-bare" d={area([40, 240], [56, 240], [62, 250], [46, 250])} />
      <Box ink x={40} y={218} w={16} d={16} h={50} />
      <g transform={onLeftWall(40, 234, 50)}>
        <rect className="s-screen" x="4" y="6" width="8" height="14" />
      </g>
      <path className="s-boom" d={line([52, 228, 44], [52, 262, 114])} />
      <path className="s-boom2" d={line([52, 228, 44], [52, 262, 114])} />
    </g>
    <g className="s-person" transform={`translate(${at(150, 206).join(' ')})`}>
      <circle cx="0" cy="-29" r="5.500" />
      <path d="M-7 0v-15a7 7 0 0 1 14 0v15z" />
    </g>
    <Tree x={40} y={362} size={15} />
    <Tree x={190} y={358} size={17} />
    <Tree x={330} y={362} size={14} />
    <Tree x={470} y={358} size={16} />
  </>
)

const DeviceLinks = () => (
  <>
    {lanes.map(path => (
      <path key={path} className="s-lane" d={path} />
    ))}
    {[...lanes, ...ways].map((path, nth) => (
      <Pulse key={path} path={path} late={nth * 1.1} />
    ))}
    {[face, door, gate, posts, camera, ...sky, roof].map((point, nth) => (
      <Node key={point.join()} point={point} late={nth * 0.6} />
    ))}
    <circle className="s-core" cx={hub[0]} cy={hub[1]} r="11" />
    <circle className="s-core2" cx={hub[0]} cy={hub[1]} r="6" />
    <Chip x={104} y={366} to={face} name={FACE_TERMINAL} state={['已开门', 'opened']} />
    <Chip x={562} y={352} to={door} name={['门禁', 'Door']} state={['已上锁', 'locked']} />
    <Chip x={44} y={426} to={gate} name={['道闸', 'Barrier']} state={['已抬杆', 'raised']} />
    <Chip x={36} y={640} to={at(100, 304, 4)} name={BOLLARDS} state={['两升一降', 'two up, one down']} />
    <Chip x={700} y={366} to={camera} name={['摄像机', 'Camera']} state={['在线', 'online']} />
  </>
)

export const LoginScene = () => (
  <svg className="scene" viewBox="0 0 864 900" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
    <Ground />
    <OtherSites />
    <House />
    <Parking />
    <Portico />
    <Road />
    <DeviceLinks />
  </svg>
)
