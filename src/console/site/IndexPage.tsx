/** The start page: what the platform does, with animated pictures. */
import { REGISTER_NOW } from '#base/texts.ts'
import { LoginScene } from '#console/app/login/LoginScene.tsx'
import { brandPath } from '#console/app/place.ts'
import { useAdverts } from '#console/data/useAdverts.ts'
import { Carousel } from '#console/kit/layout/Carousel.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { CASES } from '#console/site/cases.ts'
import { CasePicture } from '#console/site/CasePicture.tsx'
import { LinkagePicture } from '#console/site/LinkagePicture.tsx'
import { MatrixPicture } from '#console/site/MatrixPicture.tsx'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'
import { WhyPicture } from '#console/site/WhyPicture.tsx'
import './pictures.css'
import './IndexPage.css'

const FEATURES: readonly { title: Words; text: Words; points: readonly Words[]; picture: () => React.ReactNode }[] = [
  {
    title: ['每一次拒绝都说得清', 'Every refusal explains itself'],
    text: [
      '任何一条识别、事件和指令，都能读到完整经过：收到什么、按哪条规则判断、发往哪里、用了多久。',
      'For every passage, event and command you can read the whole story: what was received, which rule decided, where it was sent and how long it took.',
    ],
    points: [
      ['逐条规则与依据', 'Rule by rule, with its evidence'],
      ['指令只在设备确认后才算完成', 'A command is done only when the device confirms it'],
      ['每次开门都写入不可篡改的审计', 'Every opening is recorded in a tamper-proof audit'],
    ],
    picture: () => <WhyPicture />,
  },
  {
    title: ['人员一次录入，终端各自就位', 'Enrol once, every terminal follows'],
    text: [
      '人脸、卡片与时段按权限组算出，只下发差异，撤权永远先行；终端离线也会在上线后自动补齐。',
      'Faces, cards and hours follow from permission groups. Only differences are sent, revocations first; terminals that were offline catch up by themselves.',
    ],
    points: [
      ['人员 × 门 的矩阵，失败写明原因', 'People by doors, each failure with its reason'],
      ['定期读回比对，偏差自动修复', 'Read back and compared regularly; differences are repaired'],
      ['表格导入，错误精确到单元格', 'Import from spreadsheets, with errors shown by cell'],
    ],
    picture: () => <MatrixPicture />,
  },
  {
    title: ['设备之间互相联动', 'Devices act on each other'],
    text: [
      '人脸通过，升降柱下降；告警触发，门保持常闭。规则保存前先查循环，每次运行都有记录。',
      'A face passes, the bollard falls; an alarm sounds, the doors stay shut. Loops are found before a rule is saved, and every run is recorded.',
    ],
    points: [
      ['MQTT 3.1.1 与 5，Alink 主题', 'MQTT 3.1.1 and 5, Alink topics'],
      ['标准签名的回调，失败重试 75 小时', 'Signed callbacks, retried for 75 hours'],
      ['控制台用的就是公开 API', 'The console uses the public API itself'],
    ],
    picture: () => <LinkagePicture />,
  },
]

export default function IndexPage({ platform, brand }: SitePageProps) {
  const translate = useTranslate()
  const adverts = useAdverts('site', { platform })
  return (
    <>
      <section className="site-hero">
        <div className="site-wide">
          <div>
            <h1>
              {translate(['门、车、人、桩，', 'Doors, cars, people,'])}
              <br />
              {translate(['一处相连。', 'in one place.'])}
            </h1>
            <p>
              {translate([
                `${brand.name} 是面向物业、工厂与学校的物联网开放平台：设备按自己的协议接入，人员与权限在一处管理，每一次通行都有据可查。`,
                `${brand.name} is an open platform for properties, factories and schools: devices connect with their own protocols, people and permissions are managed in one place, and every passage can be accounted for.`,
              ])}
            </p>
            <div className="site-buttons">
              <SiteLink to={brandPath(platform, '/reg')} look="primary">
                {translate(['免费试用', 'Try it free'])}
              </SiteLink>
              <SiteLink to="/docs" look="plain">
                {translate(['一分钟接入设备', 'Connect a device in a minute'])}
              </SiteLink>
            </div>
          </div>
          <div className="site-scene">
            <LoginScene />
          </div>
        </div>
      </section>
      {adverts.length > 0 && (
        <section className="site-wide site-adverts">
          <Carousel label={['推荐', 'Featured']} items={adverts} ratio="800 / 373" />
        </section>
      )}
      {FEATURES.map((feature, nth) => (
        <section key={nth} className="site-feature" data-side={nth % 2 ? 'left' : 'right'}>
          <div className="site-wide">
            <div>
              <h2>{translate(feature.title)}</h2>
              <p>{translate(feature.text)}</p>
              <ul>
                {feature.points.map(point => (
                  <li key={point[1]}>{translate(point)}</li>
                ))}
              </ul>
            </div>
            <div className="site-picture">{feature.picture()}</div>
          </div>
        </section>
      ))}
      <section className="site-cases">
        <div className="site-wide">
          <h2>{translate(['用在哪里', 'Where it is used'])}</h2>
          <div className="site-case-row">
            {Object.entries(CASES).map(([name, one]) => (
              <SiteLink key={name} to={`/${name}`}>
                <span className="site-case">
                  <CasePicture name={one.picture} />
                  <b>{translate(one.title)}</b>
                  <span>{translate(one.summary)}</span>
                </span>
              </SiteLink>
            ))}
          </div>
        </div>
      </section>
      <section className="site-end">
        <div className="site-wide">
          <h2>{translate(['第一台设备，一分钟在线', 'The first device, online in a minute'])}</h2>
          <SiteLink to={brandPath(platform, '/reg')} look="primary">
            {translate(REGISTER_NOW)}
          </SiteLink>
        </div>
      </section>
    </>
  )
}
