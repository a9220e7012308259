/** Drawings of the three cases in the style of the login picture: the site in light lines, devices in dark ones, connections in the accent colour. */
import { BOLLARDS, FACE_TERMINAL } from '#base/pictureTexts.ts'
import { area, at, line, onGround, onLeftWall, onRightWall } from '#console/app/login/isometric.ts'
import { Bollard, Box, Car, Chip, Tree } from '#console/app/login/sceneParts.tsx'
import type { Case } from '#console/site/cases.ts'
import { Ground, DeviceLinks, Person, Terminal, Windows } from '#console/site/placeParts.tsx'
import '#console/app/login/LoginScene.css'
import './CasePicture.css'

const Factory = () => {
  const [face, posts, side, hub] = [at(452, 122, 66), at(470, 165, 34), at(120, 128, 58), at(300, 60, 118)]
  return (
    <>
      <Ground road={[142, 192]} />
      <Tree x={30} y={200} size={11} />
      <Tree x={180} y={204} size={13} />
      <Tree x={330} y={203} size={11} />
      {/* the workshop under its saw-tooth roof */}
      <Box x={18} y={14} w={208} d={112} h={84} />
      {[0, 1, 2, 3].map(nth => {
        const x = 18 + nth * 52
        return (
          <g key={nth} className="s-site">
            <path className="s-right" d={area([x, 14, 84], [x, 126, 84], [x, 126, 118], [x, 14, 118])} />
            <path className="s-top" d={area([x, 14, 118], [x, 126, 118], [x + 52, 126, 84], [x + 52, 14, 84])} />
            <path className="s-left" d={area([x, 126, 84], [x + 52, 126, 84], [x, 126, 118])} />
          </g>
        )
      })}
      <g className="s-site" transform={onLeftWall(18, 126, 84)}>
        <Windows at={[14, 44, 146, 176]} y={18} />
        <g className="s-ink">
          <rect className="s-top" x="84" y="26" width="38" height="58" />
          <path className="s-fine" d="M84 40h38M84 54h38M84 68h38" />
        </g>
      </g>
      {/* offices, and the chimney behind */}
      <Box x={240} y={6} w={16} d={16} h={150} />
      <Box x={270} y={20} w={96} d={84} h={70} />
      <g className="s-site" transform={onLeftWall(270, 104, 70)}>
        <Windows at={[8, 38, 68]} y={10} h={18} />
        <Windows at={[8, 38, 68]} y={40} h={18} />
      </g>
      <g className="s-site" transform={onRightWall(366, 104, 70)}>
        <Windows at={[10, 46]} y={10} h={18} />
        <Windows at={[10, 46]} y={40} h={18} />
      </g>
      {/* the gate: guard, terminal, bollards, a lorry on its way in */}
      <Box x={476} y={92} w={40} d={32} h={46} />
      <g className="s-site" transform={onLeftWall(476, 124, 46)}>
        <rect className="s-glass" x="6" y="8" width="28" height="14" />
      </g>
      <Terminal x={446} y={114} />
      <Person x={430} y={128} />
      <g className="s-ink">
        <path className="s-shade s-bare" d={area([296, 148], [408, 148], [416, 190], [304, 190])} />
        <Box ink x={300} y={150} z={6} w={82} d={34} h={42} />
        <Box ink x={386} y={152} z={6} w={22} d={30} h={26} />
        <g transform={onRightWall(408, 182, 30)}>
          <rect className="s-glass" x="4" y="3" width="22" height="10" />
        </g>
      </g>
      <Bollard x={470} y={150} h={9} />
      <Bollard x={470} y={168} h={9} />
      <Bollard x={470} y={186} h={32} />
      <DeviceLinks points={[face, posts, side]} hub={hub} />
      <Chip x={790} y={486} to={face} name={['门卫', 'Guard']} state={['人脸通过', 'recognised']} />
      <Chip x={590} y={716} to={at(470, 168, 9)} name={BOLLARDS} state={['放行货车', 'let the lorry in']} />
      <Chip x={92} y={330} to={side} name={['侧门', 'Side door']} state={['已上锁', 'locked']} />
    </>
  )
}

const Clean = () => {
  const [face, door, camera, hub] = [at(296, 150, 62), at(236, 110, 92), at(420, 110, 108), at(200, 40, 176)]
  return (
    <>
      <Ground road={[186, 210]} />
      <Tree x={40} y={150} size={13} />
      <Tree x={500} y={60} size={15} />
      <Tree x={524} y={110} size={12} />
      <Box x={60} y={10} w={370} d={100} h={132} />
      <path className="s-fine" d={area([70, 18, 132], [420, 18, 132], [420, 102, 132], [70, 102, 132])} />
      <g className="s-site" transform={onLeftWall(60, 110, 132)}>
        <Windows at={[14, 50, 86, 122, 240, 276, 312, 340]} y={16} h={30} />
        <path className="s-fine" d="M0 60H370" />
        <Windows at={[14, 50, 86, 276, 312, 340]} y={74} h={46} />
        <g className="s-ink">
          <rect className="s-top" x="122" y="68" width="104" height="64" />
          <rect className="s-lit" x="128" y="74" width="18" height="58" />
          <rect className="s-lit" x="202" y="74" width="18" height="58" />
          <path className="s-fine" d="M146 74h56" />
        </g>
      </g>
      <g className="s-site" transform={onRightWall(430, 110, 132)}>
        <Windows at={[12, 44, 72]} y={16} h={30} />
        <path className="s-fine" d="M0 60H100" />
        <Windows at={[12, 44, 72]} y={74} h={46} />
      </g>
      {/* people who pass at intervals */}
      <g transform={onGround()}>
        <rect className="s-walk" x="176" y="112" width="116" height="74" />
        <path className="s-dash" d="M234 116V184" />
      </g>
      <Terminal x={290} y={142} />
      <Person x={234} y={122} />
      <Person x={234} y={156} />
      <Person x={234} y={194} />
      <DeviceLinks points={[face, door, camera]} hub={hub} />
      <Chip x={190} y={650} to={face} name={FACE_TERMINAL} state={['已识别', 'recognised']} />
      <Chip x={90} y={300} to={door} name={['门', 'Door']} state={['已打开，无需触碰', 'open, contactless']} />
      <Chip x={716} y={394} to={camera} name={['照片', 'Pictures']} state={['30 天后删除', 'kept for 30 days']} />
    </>
  )
}

const School = () => {
  const [face, posts, tower, hub] = [at(396, 150, 62), at(470, 176, 34), at(165, 70, 140), at(300, 40, 152)]
  return (
    <>
      <Ground road={[186, 210]} />
      {/* the track beside the house */}
      <g transform={onGround()}>
        <rect className="s-walk" x="372" y="14" width="172" height="92" rx="46" />
        <rect className="s-bay" x="372" y="14" width="172" height="92" rx="46" />
        <rect className="s-fine" x="386" y="28" width="144" height="64" rx="32" />
        <rect className="s-walk" x="150" y="112" width="70" height="74" />
      </g>
      <Box x={20} y={16} w={320} d={80} h={112} />
      <g className="s-site" transform={onLeftWall(20, 96, 112)}>
        {[12, 44].map(y => (
          <Windows key={y} at={[12, 44, 76, 108, 192, 224, 256, 288]} y={y} h={20} />
        ))}
        <Windows at={[12, 44, 76, 224, 256, 288]} y={78} h={22} />
      </g>
      <g className="s-site" transform={onRightWall(340, 96, 112)}>
        {[12, 44, 78].map(y => (
          <Windows key={y} at={[12, 46]} y={y} h={20} />
        ))}
      </g>
      <Box x={144} y={26} w={60} d={76} h={142} />
      <g className="s-site" transform={onLeftWall(144, 102, 142)}>
        <circle className="s-top" cx="30" cy="22" r="11" />
        <path className="s-fine" d="M30 15v7l5 4" />
        <Windows at={[20]} y={46} h={22} />
        <g className="s-ink">
          <rect className="s-top" x="10" y="92" width="19" height="50" />
          <rect className="s-top" x="31" y="92" width="19" height="50" />
          <rect className="s-lit" x="13" y="96" width="13" height="46" />
          <rect className="s-lit" x="34" y="96" width="13" height="46" />
        </g>
      </g>
      <g className="s-ink">
        <path className="s-pole" d={line([60, 150], [60, 150, 120])} />
        <path className="s-screen" d={`M${at(60, 150, 120).join(' ')}l34 8l-34 12z`} />
      </g>
      <Tree x={20} y={180} size={12} />
      <Tree x={110} y={178} size={11} />
      <Tree x={286} y={150} size={13} />
      {/* the gate: pupils one by one, a bus outside */}
      <Terminal x={390} y={142} />
      <Person x={352} y={160} />
      <Person x={322} y={174} />
      <Person x={186} y={140} />
      <Person x={212} y={162} />
      <Car x={230} y={190} ink />
      {[150, 168, 186].map(y => (
        <Bollard key={y} x={470} y={y} h={30} />
      ))}
      <DeviceLinks points={[face, posts, tower]} hub={hub} />
      <Chip x={770} y={520} to={face} name={['校门', 'Gate']} state={['上学时段', 'school hours']} />
      <Chip x={720} y={700} to={posts} name={BOLLARDS} state={['已升起', 'up']} />
      <Chip x={96} y={330} to={tower} name={['二班', 'Class two']} state={['41 人已到', '41 present']} />
    </>
  )
}

const DRAWINGS: Record<Case['picture'], () => React.ReactNode> = { factory: Factory, clean: Clean, school: School }

export const CasePicture = ({ name }: { name: Case['picture'] }) => {
  const Drawing = DRAWINGS[name]
  return (
    <div className="site-drawing">
      <svg className="scene" viewBox="60 210 920 570" aria-hidden="true">
        <Drawing />
      </svg>
    </div>
  )
}
