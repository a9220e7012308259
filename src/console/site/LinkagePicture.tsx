/** A drawing of one device moving another: a face is seen, a line runs, the bollard falls. */
export const LinkagePicture = () => (
  <svg className="pic pic-linkage" viewBox="0 0 520 300" aria-hidden="true">
    <g className="l-site">
      <path d="M20 252H500" />
      <path d="M52 252V92h96v160M340 252v-44h120v44" />
    </g>
    <g className="l-ink">
      <rect x="76" y="120" width="48" height="76" rx="10" />
      <rect x="84" y="130" width="32" height="40" rx="4" className="l-screen" />
      <circle cx="100" cy="146" r="6" />
      <path d="M90 164a10 10 0 0 1 20 0M94 184h12" />
      <g className="l-fall">
        <rect x="388" y="176" width="24" height="76" rx="8" />
        <path d="M388 196h24M388 212h24" />
      </g>
      <path d="M372 252h56" />
    </g>
    <path className="l-way" d="M128 148C220 60 300 60 396 168" />
    <circle r="5" className="l-pulse" />
  </svg>
)
