/** Line drawings of three places; the accent shows what is live. */
import type { Case } from '#console/site/cases.ts'

const DRAWINGS: Record<Case['picture'], React.ReactNode> = {
  factory: (
    <>
      <g className="l-site">
        <path d="M12 132H308M36 132V64l44 24V64l44 24V64l44 24v44" />
        <path d="M184 132V36h24v96" />
        <path d="M196 28c0-8 10-8 10-16" />
      </g>
      <g className="l-ink">
        <path d="M228 132v-28h40l16 14v14" />
        <circle cx="242" cy="132" r="6" />
        <circle cx="272" cy="132" r="6" />
        <rect x="88" y="104" width="20" height="28" />
      </g>
      <g className="l-live">
        <path d="M298 132v-20M290 132v-14" />
        <circle cx="98" cy="98" r="3" />
      </g>
    </>
  ),
  clean: (
    <>
      <g className="l-site">
        <path d="M12 132H308M60 132V28h200v104M60 56h200" />
        <path d="M84 36h24M124 36h24M164 36h24M204 36h24" />
      </g>
      <g className="l-ink">
        <path d="M132 132V72h56v60M160 72v60" />
        <rect x="212" y="84" width="16" height="28" rx="4" />
      </g>
      <g className="l-live">
        <path d="M204 92c-8 4-12 10-14 16" />
        <circle cx="220" cy="94" r="3" />
      </g>
    </>
  ),
  school: (
    <>
      <g className="l-site">
        <path d="M12 132H308M40 132V72h240v60M128 72l32-28 32 28" />
        <path d="M60 88h24v20H60zM100 88h16v20h-16zM204 88h16v20h-16zM236 88h24v20h-24z" />
        <path d="M160 44V20M160 20l18 6-18 6" />
      </g>
      <g className="l-ink">
        <path d="M144 132v-36h32v36M160 96v36" />
      </g>
      <g className="l-live">
        <circle cx="138" cy="104" r="3" />
        <circle cx="182" cy="104" r="3" />
      </g>
    </>
  ),
}

export const CasePicture = ({ name }: { name: Case['picture'] }) => (
  <svg className="site-drawing" viewBox="0 0 320 144" aria-hidden="true">
    {DRAWINGS[name]}
  </svg>
)
