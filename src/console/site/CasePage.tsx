/** One case: the requirements, the solution, its devices, and the results. */
import { brandPath, publicPage } from '#console/app/place.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { CasePicture } from '#console/site/CasePicture.tsx'
import { CASES } from '#console/site/cases.ts'
import type { SitePageProps } from '#console/site/Site.tsx'
import { SiteLink } from '#console/site/SiteLink.tsx'
import './CasePage.css'

export default function CasePage({ path, platform }: SitePageProps) {
  const translate = useTranslate()
  const name = publicPage(path) as keyof typeof CASES
  const one = CASES[name]
  return (
    <article className="site-story">
      <header>
        <h1>{translate(one.title)}</h1>
        <p className="site-lead">{translate(one.summary)}</p>
      </header>
      <CasePicture name={one.picture} />
      <div className="site-story-body">
        <section>
          <h2>{translate(['需要什么', 'What was needed'])}</h2>
          <p>{translate(one.need)}</p>
          <h2>{translate(['怎么做', 'How it is done'])}</h2>
          <ol className="site-plan">
            {one.plan.map(step => (
              <li key={step[1]}>{translate(step)}</li>
            ))}
          </ol>
        </section>
        <aside>
          <h2>{translate(['结果', 'The result'])}</h2>
          <ul className="site-outcome">
            {one.outcome.map(line => (
              <li key={line[1]}>{translate(line)}</li>
            ))}
          </ul>
          <h2>{translate(['用到的设备', 'Devices'])}</h2>
          <p className="site-chips">
            {one.devices.map(device => (
              <span key={device[1]}>{translate(device)}</span>
            ))}
          </p>
        </aside>
      </div>
      <nav className="site-next" aria-label={translate(['更多案例', 'More cases'])}>
        {Object.entries(CASES)
          .filter(([other]) => other !== name)
          .map(([other, { title }]) => (
            <SiteLink key={other} to={`/${other}`}>
              {translate(title)} →
            </SiteLink>
          ))}
        <SiteLink to={brandPath(platform, '/contactUs')} look="primary">
          {translate(['说说您的现场', 'Tell us about your site'])}
        </SiteLink>
      </nav>
    </article>
  )
}
