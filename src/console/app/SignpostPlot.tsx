/** An empty plot with a closed gate, isometric: the drawing of a signpost, fetched where one is shown. */
export const SignpostPlot = () => (
  <svg className="signpost-plot" viewBox="0 0 320 176" aria-hidden="true">
    <path className="plot-side" d="M20 96v10l140 64v-10zM300 96v10l-140 64v-10z" />
    <path className="plot-top" d="M160 32l140 64-140 64L20 96z" />
    <path className="plot-line" d="M160 52l96 44-96 44-96-44z" strokeDasharray="5 6" />
    <path className="plot-line" d="M90 64l140 64M230 64L90 128" strokeDasharray="2 6" />
    <g className="plot-post">
      <path d="M118 92V50l10 4.6v42zM192 126V84l10 4.6v42z" />
      <path d="M118 50l5-2.3 10 4.6-5 2.3zM192 84l5-2.3 10 4.6-5 2.3zM128 54.600l5-2.300v42l-5 2.300zM202 88.600l5-2.300v42l-5 2.300z" />
    </g>
    <path className="plot-bar" d="M124 66l76 34.800" />
    <path className="plot-stripe" d="M124 66l76 34.800" />
    <circle className="plot-halo" cx="126" cy="46" r="9" />
    <circle className="plot-node" cx="126" cy="46" r="4" />
  </svg>
)
